// From the filled form to what the service is asked for.

import type { CreateLadderInput, LadderStageTerms, LadderTeamTerms, ServerQuery } from "../../generated/graphql/graphql.ts";
import { said } from "../shared/forms.ts";
import { formatOf, rulesOf } from "./maker-formats.ts";

export type Game = NonNullable<ServerQuery["games"]>[number];

export const SAME_OWNER = ["FORBIDDEN", "UNRATED", "ALLOWED"] as const;
export const OWNERS = ["ANYBODY", "VERIFIED"] as const;
export const ENTRANTS = ["ANY", "HOSTED", "CONNECTED"] as const;

/** A field has the name of its path in this, such as `stages/0/rounds`. */
export function inputOf(form: HTMLFormElement, game: Game | undefined, key: string): CreateLadderInput {
  const format = formatOf(said(form, "format"));
  const teams = teamsOf(form);
  const hasTest = new FormData(form).has("sequentialTest");
  return {
    key,
    name: said(form, "name"),
    game: game?.name ?? "",
    options: optionsOf(form, game),
    format,
    blocks: figure(form, "blocks"),
    rounds: figure(form, "rounds"),
    groups: figure(form, "groups"),
    challenger: said(form, "challenger") || null,
    ...(hasTest ? { sequentialTest: { elo0: figure(form, "sequentialTest/elo0") ?? 0, elo1: figure(form, "sequentialTest/elo1") ?? 10 } } : {}),
    concurrency: Number(said(form, "concurrency")),
    timeControl: {
      kind: "FISCHER",
      baseMs: Math.round(Number(said(form, "timeControl/baseMs")) * 60_000),
      incrementMs: Math.round(Number(said(form, "timeControl/incrementMs")) * 1_000),
    },
    sameOwner: chosen(form, "sameOwner", SAME_OWNER),
    botsPerAccount: figure(form, "botsPerAccount"),
    startAtMs: instant(form, "startAtMs"),
    endAtMs: instant(form, "endAtMs"),
    every: said(form, "every") || null,
    owners: chosen(form, "owners", OWNERS),
    entrants: chosen(form, "entrants", ENTRANTS),
    ...(rulesOf(format).openEnded ? { newVersions: figure(form, "newVersions") } : {}),
    lateEntry: new FormData(form).has("lateEntry"),
    stages: stagesOf(form),
    teams,
    teamBots: figure(form, "teamBots"),
  };
}

function optionsOf(form: HTMLFormElement, game: Game | undefined): Record<string, unknown> {
  const preset = game?.presets.find(({ name }) => name === said(form, "preset"));
  const players = game?.players.length === 1 ? {} : { players: Number(said(form, "players")) };
  return { ...preset?.options, ...players };
}

function stagesOf(form: HTMLFormElement): LadderStageTerms[] {
  return rows(form, "stages", "format").map((at) => ({
    take: Number(said(form, `${at}/take`)),
    format: formatOf(said(form, `${at}/format`)),
    rounds: figure(form, `${at}/rounds`),
    blocks: figure(form, `${at}/blocks`),
    groups: figure(form, `${at}/groups`),
    playoff: new FormData(form).has(`${at}/playoff`),
    startAtMs: instant(form, `${at}/startAtMs`),
  }));
}

function teamsOf(form: HTMLFormElement): LadderTeamTerms[] {
  return rows(form, "teams", "name").map((at) => ({
    name: said(form, `${at}/name`),
    members: said(form, `${at}/members`).split(/[\s,]+/).filter(Boolean),
  }));
}

/** The paths of the rows of a list, such as `stages/0`. */
function rows(form: HTMLFormElement, list: string, first: string): string[] {
  const names = new FormData(form);
  const found: string[] = [];
  while (names.has(`${list}/${found.length}/${first}`)) found.push(`${list}/${found.length}`);
  return found;
}

/** A number; nothing where the field is empty, or not there in this format. */
function figure(form: HTMLFormElement, name: string): number | null {
  const text = said(form, name);
  return text === "" ? null : Number(text);
}

/** An instant that was filled in by the clock of whoever did. */
function instant(form: HTMLFormElement, name: string): number | null {
  const text = said(form, name);
  return text === "" ? null : new Date(text).getTime();
}

function chosen<Word extends string>(form: HTMLFormElement, name: string, allowed: readonly [Word, ...Word[]]): Word {
  return allowed.find((each) => each === said(form, name)) ?? allowed[0];
}
