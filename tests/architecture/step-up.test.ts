import { describe, expect, it } from "vitest";
import { STEP_UP } from "@/lib/platform/auth/step-up";
import { ACTIONS, actionOf } from "../support/access/actions";
import { HANDLERS, handlerOf } from "../support/access/handlers";
import { sourceOfHandler } from "../support/access/subjects";
import { WITHOUT_STEP_UP } from "../support/access/without-step-up";
import { readSource } from "../support/source-files";

const LISTED: readonly string[] = [...STEP_UP.actions, ...STEP_UP.handlers, ...STEP_UP.functions];
const isKnown = (name: string) => LISTED.includes(name) || Object.hasOwn(WITHOUT_STEP_UP, name);
const sourceOfAction = (name: string) => readSource(`lib/${name.slice(0, name.lastIndexOf("/"))}/actions.ts`);

/** Handlers that only the team may call and that answer with a file. */
const teamDownloads = Object.entries(HANDLERS)
  .filter(([name, { can }]) => name.startsWith("GET ") && !can.includes("user") && !can.includes("anon"))
  .map(([name]) => handlerOf(name))
  .filter((name) => /content-(?:disposition|type)|storedFile\(/.test(sourceOfHandler(name)));

/** Actions of the folders that change other accounts. */
const accountActions = Object.entries(ACTIONS)
  .filter(([name, { can }]) => /^accounts\/(?:accounts|privacy)\//.test(name) && !can.includes("user"))
  .map(([name]) => actionOf(name));

/** Signed-in callers' functions with an argument that names another account. */
const accountFunctions = [
  ...readSource("supabase/FUNCTIONS.md").matchAll(
    /^\| `public\.(\w+)\([^)]*\b(?:account|gone|person|profile|user_id) uuid[^)]*\)` \| \S+ \| ([^|]*) \|/gm,
  ),
]
  .filter(([, , roles]) => roles?.includes("authenticated"))
  .map(([, name]) => name ?? "");

describe("the list of what needs a recent proof of identity", () => {
  it("has every download of the team, or there is a reason", () => {
    expect(teamDownloads.length).toBeGreaterThan(5);
    expect(teamDownloads.filter((name) => !isKnown(name))).toEqual([]);
  });

  it("has every action of the team on accounts, or there is a reason", () => {
    expect(accountActions.length).toBeGreaterThan(8);
    expect(accountActions.filter((name) => !isKnown(name))).toEqual([]);
  });

  it("has every function with the id of an account, or there is a reason", () => {
    expect(accountFunctions.length).toBeGreaterThan(5);
    expect(accountFunctions.filter((name) => !isKnown(name))).toEqual([]);
  });

  it("names things that exist, and gives no reason for a listed one", () => {
    const handlers = Object.keys(HANDLERS).map(handlerOf);
    const actions = Object.keys(ACTIONS).map(actionOf);
    const functions = readSource("supabase/FUNCTIONS.md");
    const exists = (name: string) =>
      handlers.includes(name) || actions.includes(name) || functions.includes(`\`public.${name}(`);
    expect([...LISTED, ...Object.keys(WITHOUT_STEP_UP)].filter((name) => !exists(name))).toEqual([]);
    expect(Object.keys(WITHOUT_STEP_UP).filter((name) => LISTED.includes(name))).toEqual([]);
  });

  it.each(STEP_UP.handlers)("is applied by %s", (name) => {
    expect(sourceOfHandler(name)).toMatch(/Handler\(\s*\{[\s\S]*\bisProved: /);
  });

  it.each(STEP_UP.actions)("is applied by %s", (name) => {
    const source = sourceOfAction(name);
    const action = new RegExp(
      String.raw`export const ${name.slice(name.lastIndexOf("/") + 1)} = (\w+)\s*(\.metadata\(\{[^}]*\}\))?`,
    ).exec(source);
    expect(action?.[1]?.startsWith("proved") || action?.[2]?.includes("isProved: true")).toBe(true);
  });
});
