// A bot in Rust that needs no crate: it chooses at random. Write yours in `choose`.
// Compile it by: rustc -O -o porter-rs bots/rust/porter.rs
// Play it by: saqqara play ./porter-rs random
// The arena writes a line of JSON and waits for one: see sdk/PROTOCOL.md.
use std::io::{self, BufRead, Write};

// "views": "ask" leaves `view` out of the turns, since this bot does not read it.
const HELLO: &str = r#"{"type":"hello","protocol":1,"name":"porter","views":"ask"}"#;
const READY: &str = r#"{"type":"ready"}"#;

/// Splits an array into its items, or an object into its keys and values, as they are written.
fn parts(json: &str) -> Vec<&str> {
    let mut parts = Vec::new();
    let (mut start, mut depth, mut in_string, mut escaped) = (0, 0, false, false);
    for (at, byte) in json.bytes().enumerate() {
        match byte {
            _ if escaped => escaped = false,
            b'\\' => escaped = true,
            b'"' => in_string = !in_string,
            _ if in_string => {}
            b'{' | b'[' => {
                depth += 1;
                if depth == 1 {
                    start = at + 1;
                }
            }
            b',' | b':' | b'}' | b']' => {
                if depth == 1 {
                    parts.push(json[start..at].trim());
                    start = at + 1;
                }
                if matches!(byte, b'}' | b']') {
                    depth -= 1;
                }
            }
            _ => {}
        }
    }
    parts.retain(|part| !part.is_empty());
    parts
}

/// Returns a field of an object as it is written, so strings keep their quotes and escapes.
fn field<'a>(json: &'a str, name: &str) -> &'a str {
    let key = format!("\"{name}\"");
    let parts = parts(json);
    let found = parts.chunks_exact(2).find(|pair| pair[0] == key);
    found.map_or("null", |pair| pair[1])
}

/// Chance from the match's seed alone (FNV-1a, then xorshift), so that a match can be repeated.
struct Chance(u64);

impl Chance {
    fn new(seed: &str) -> Self {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01b3);
        Chance(seed.bytes().fold(0xcbf2_9ce4_8422_2325, mix) | 1)
    }

    fn below(&mut self, bound: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        (self.0 % bound as u64) as usize
    }
}

fn choose<'a>(actions: &[&'a str], chance: &mut Chance) -> Option<&'a str> {
    match actions.len() {
        0 => None,
        count => Some(actions[chance.below(count)]),
    }
}

fn answer(turn: &str, chance: &mut Chance) -> String {
    let version = field(turn, "version");
    match choose(&parts(field(turn, "actions")), chance) {
        Some(action) => format!(r#"{{"type":"answer","version":{version},"action":{action}}}"#),
        None => format!(r#"{{"type":"error","version":{version},"message":"no action"}}"#),
    }
}

fn main() -> io::Result<()> {
    let mut chance = Chance::new("");
    for line in io::stdin().lock().lines() {
        let line = line?;
        let reply = match field(&line, "type") {
            r#""hello""# => HELLO.to_string(),
            r#""turn""# => answer(&line, &mut chance),
            kind => {
                if kind == r#""match_started""# {
                    chance = Chance::new(field(&line, "seed"));
                }
                READY.to_string()
            }
        };
        writeln!(io::stdout(), "{reply}")?; // standard output is flushed at the end of a line
    }
    Ok(())
}
