// A short sound for each kind of event, made here; silent until somebody turns it up.

import type { Happening } from "../../board/motion.ts";
import { read } from "../shell/settings.ts";

/** Hz, and how long it sounds in s: stones are low and short, a ship glides, points ring. */
const SOUNDS: Record<Happening | "turn", readonly [from: number, to: number, length: number]> = {
  turn: [660, 660, 0.25],
  stone: [190, 120, 0.09],
  ship: [240, 340, 0.4],
  card: [900, 1_300, 0.07],
  token: [420, 520, 0.1],
  points: [880, 1_320, 0.3],
};
/** The loudness of full volume. */
const LOUDEST = 0.16;

/** The volume from 0 to 100. */
export function volume(): number {
  return Math.min(100, Math.max(0, Number(read("volume")) || 0));
}

let context: AudioContext | null = null;

export function play(kind: Happening | "turn"): void {
  const loud = (volume() / 100) * LOUDEST;
  if (loud === 0) return;
  context ??= new AudioContext();
  if (context.state === "suspended") {
    void context.resume(); // as after a reload, until somebody touches the page: what is past is not heard
    return;
  }
  const [from, to, length] = SOUNDS[kind];
  const [tone, loudness] = [context.createOscillator(), context.createGain()];
  const now = context.currentTime;
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + length);
  loudness.gain.setValueAtTime(loud, now);
  loudness.gain.exponentialRampToValueAtTime(0.001, now + length);
  tone.connect(loudness).connect(context.destination);
  tone.start(now);
  tone.stop(now + length);
}
