// A short tone when one has to choose, made here; off until somebody wants it.

const KEY = "saqqara.sound";

export const sound = {
  isOn(): boolean {
    try {
      return localStorage.getItem(KEY) === "on";
    } catch {
      return false;
    }
  },
  set(isOn: boolean): void {
    try {
      localStorage.setItem(KEY, isOn ? "on" : "off");
    } catch {
      // A browser that keeps nothing stays silent.
    }
  },
};

let context: AudioContext | null = null;

export function beep(): void {
  if (!sound.isOn()) return;
  context ??= new AudioContext();
  if (context.state === "suspended") {
    void context.resume(); // as after a reload, until somebody touches the page: what is past is not heard
    return;
  }
  const [tone, loudness] = [context.createOscillator(), context.createGain()];
  const now = context.currentTime;
  tone.frequency.value = 660;
  loudness.gain.setValueAtTime(0.08, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + 0.25);
  tone.connect(loudness).connect(context.destination);
  tone.start(now);
  tone.stop(now + 0.25);
}
