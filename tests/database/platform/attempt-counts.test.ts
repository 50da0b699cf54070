import type { TransactionSql } from "postgres";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ACTORS } from "../actors";
import { asOwner, asRole, sql } from "../as-role";
import { variable } from "../auth-client";
import { stubProjectEnv } from "../project-env";

const forget = () => sql`delete from private.attempt_counts`;
beforeEach(forget);
afterEach(forget);

type Count = { key: string; change: number; points: number; seconds: number };
type Refusal = { refused: number; seconds: number } | null;
const COUNT: Count = { key: "signIn:a", change: 1, points: 3, seconds: 300 };

async function count(tx: TransactionSql, ...counts: Count[]): Promise<Refusal> {
  return (await tx<{ refusal: Refusal }[]>`select public.count_attempts(${tx.json(counts)}) as refusal`)[0]!.refusal;
}
const used = async (tx: TransactionSql, key: string) =>
  (await tx<{ attempts: number }[]>`select attempts from private.attempt_counts where key = ${key}`)[0]?.attempts;

describe("count_attempts", () => {
  it("refuses the attempt over the limit, with the seconds until the limit ends", () =>
    asOwner(async (tx) => {
      for (let n = 0; n < 3; n++) expect(await count(tx, COUNT)).toBeNull();
      expect(await count(tx, COUNT)).toEqual({ refused: 0, seconds: 300 });
      expect(await count(tx, { ...COUNT, key: "signIn:b" })).toBeNull();
    }));

  it("allows attempts again when the limit has ended", () =>
    asOwner(async (tx) => {
      for (let n = 0; n < 4; n++) await count(tx, COUNT);
      await tx`update private.attempt_counts set resets_at = now() where key = ${COUNT.key}`;
      expect(await count(tx, COUNT)).toBeNull();
      expect(await used(tx, COUNT.key)).toBe(1);
    }));

  it("stops at the first count that is over its limit", () =>
    asOwner(async (tx) => {
      const [first, second, third] = ["a", "b", "c"].map((name) => ({ ...COUNT, key: `mail:${name}`, points: 1 }));
      await count(tx, second!);
      expect(await count(tx, first!, second!, third!)).toMatchObject({ refused: 1 });
      expect([await used(tx, "mail:a"), await used(tx, "mail:b"), await used(tx, "mail:c")]).toEqual([1, 2, undefined]);
    }));

  it("subtracts attempts that are taken back, never below 0", () =>
    asOwner(async (tx) => {
      await count(tx, COUNT);
      for (let n = 0; n < 3; n++) expect(await count(tx, { ...COUNT, change: -1 })).toBeNull();
      expect(await used(tx, COUNT.key)).toBe(0);
    }));

  it("asks without counting", () =>
    asOwner(async (tx) => {
      const ask = () => count(tx, { ...COUNT, points: 1, change: 0 });
      expect(await ask()).toBeNull();
      await count(tx, COUNT);
      expect(await ask()).toMatchObject({ refused: 0 });
      expect(await used(tx, COUNT.key)).toBe(1);
    }));

  it.each(ACTORS)("cannot be called by %s, who could use up the attempts of others", async (actor) => {
    await expect(asRole(actor, (tx) => count(tx, COUNT))).rejects.toMatchObject({ code: "42501" });
  });

  it("counts simultaneous attempts of several processes exactly", async () => {
    const call = () =>
      fetch(new URL("/rest/v1/rpc/count_attempts", variable("TEST_SUPABASE_URL")), {
        method: "POST",
        headers: {
          apikey: variable("TEST_SUPABASE_SECRET_KEY"),
          authorization: `Bearer ${variable("TEST_SUPABASE_SECRET_KEY")}`,
          "content-type": "application/json",
        },
        body: JSON.stringify({ counts: [{ ...COUNT, points: 10 }] }),
      }).then((answer) => answer.json() as Promise<Refusal>);
    const answers = await Promise.all(Array.from({ length: 40 }, call));
    expect(answers.filter((answer) => answer === null)).toHaveLength(10);
    expect(answers.filter((answer) => answer?.refused === 0)).toHaveLength(30);
  });
});

/** The modules of another web process: their counters in memory are empty. */
async function otherProcess() {
  vi.resetModules();
  stubProjectEnv();
  return import("@/lib/platform/rate-limit");
}

describe("limits of several web processes", () => {
  const CALLER = "198.51.100.7";

  it.each([
    ["signIn", 10],
    ["registrationFirst", 60],
    ["payment", 40],
  ] as const)("%s is common to all, and a restart does not reset it", async (rule, points) => {
    const [one, two] = [await otherProcess(), await otherProcess()];
    for (let n = 0; n < points / 2; n++) for (const limits of [one, two]) await limits.takeAttempt(rule, CALLER);
    for (const limits of [one, two, await otherProcess()])
      await expect(limits.takeAttempt(rule, CALLER)).rejects.toMatchObject({ code: "rate.limited" });
    expect([...(await sql`select key from private.attempt_counts`)]).toEqual([
      { key: expect.stringMatching(new RegExp(`^${rule}:[0-9a-f]{64}$`)) },
    ]);
  });

  it("an attempt that one process takes back is free for the other", async () => {
    const [one, two] = [await otherProcess(), await otherProcess()];
    for (let n = 0; n < 3; n++) await one.takeAttempt("linkMail", "first", "ana@example.org");
    await one.returnAttempt("linkMail", "first", "ana@example.org");
    await two.takeAttempt("linkMail", "first", "ana@example.org");
    await expect(two.takeAttempt("linkMail", "first", "ana@example.org")).rejects.toMatchObject({
      code: "rate.limited",
    });
  });
});
