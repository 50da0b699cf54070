import { randomUUID } from "node:crypto";
import postgres, { type TransactionSql } from "postgres";
import { afterAll, describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ID_OF, NOBODY, sessionOf, type Account, type Actor } from "../actors";
import { asRole, becomeRole, setClaims, sql } from "../as-role";
import { addTrip, planOf, ROUTE, save, TRIP, type SaveAnswer } from "./rows";
import { outcomeKey } from "../../../lib/platform/outcome";
import { GONE, keyOf, refused } from "../outcomes";

/** Concurrent callers need separate connections. */
const many = postgres(process.env.TEST_DATABASE_URL ?? "", { max: 20, onnotice: () => {} });
afterAll(() => many.end());

describeAccess("trips", addTrip, [
  ["select", ["user"], (tx) => tx`select id from public.trips where id = ${TRIP}`],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.trips (id, owner_id, title, plan) values (${TRIP}, auth.uid(), 'x', ${tx.json(planOf("x"))})`,
  ],
  ["update", NOBODY, (tx) => tx`update public.trips set title = 'x' where id = ${TRIP}`],
  ["delete", NOBODY, (tx) => tx`delete from public.trips where id = ${TRIP}`],
]);

type Run<T> = (tx: TransactionSql) => Promise<T>;
const run = <T>(actor: Actor | "service_role", work: Run<T>, arrange?: Run<unknown>) => asRole(actor, arrange, work);

const stored = async (tx: TransactionSql) => {
  await tx`reset role`;
  return [...(await tx`select title, version, status, start_on::text from public.trips where id = ${TRIP}`)];
};

describe("save_trip()", () => {
  it("stores a new trip and its next versions", async () => {
    const result = await run("user", async (tx) => {
      const answers = [await save(tx, { version: null, route: null }), await save(tx, { version: 1, title: "Duas" })];
      return { answers: answers.map(({ outcome, version }) => [outcome, version]), rows: await stored(tx) };
    });
    expect(result.answers).toEqual([
      ["saved", 1],
      ["saved", 2],
    ]);
    expect(result.rows).toEqual([{ title: "Duas", version: 2, status: "planned", start_on: "2027-01-10" }]);
  });

  it("stores a new trip once when it is sent twice", async () => {
    const result = await run("user", async (tx) => {
      const answers = [await save(tx, { version: null }), await save(tx, { version: null })];
      return { answers: answers.map(({ outcome, version }) => [outcome, version]), rows: await stored(tx) };
    });
    expect(result.answers).toEqual([
      ["saved", 1],
      ["saved", 1],
    ]);
    expect(result.rows).toHaveLength(1);
  });

  it("answers a save that is sent again after its answer was lost", async () => {
    const answers = await run(
      "user",
      async (tx) => [await save(tx, { version: 1, title: "B" }), await save(tx, { version: 1, title: "B" })],
      addTrip,
    );
    expect(answers.map(({ outcome, version }) => [outcome, version])).toEqual([
      ["saved", 2],
      ["saved", 2],
    ]);
  });

  it("answers the second of two editors with the stored trip and overwrites nothing", async () => {
    const result = await run(
      "user",
      async (tx) => {
        await save(tx, { version: 1, title: "First" });
        return { second: await save(tx, { version: 1, title: "Second" }), rows: await stored(tx) };
      },
      addTrip,
    );
    expect(result.second).toMatchObject({
      outcome: "conflict",
      theirs: { version: 2, plan: { title: "First" }, route: ROUTE },
    });
    expect(result.rows).toMatchObject([{ title: "First", version: 2 }]);
  });

  it.each(ACTORS.filter((actor) => !["anon", "user"].includes(actor)))(
    "is refused for %s on a trip of somebody else",
    async (actor) => {
      const result = await run(
        actor,
        async (tx) => ({
          answers: [await save(tx, { version: 1 }), await save(tx, { version: null }), await save(tx, { version: 7 })],
          deleted: await keyOf(tx`select public.set_trip_deleted(${TRIP}, true) as answer`),
          shared: (
            await tx`select public.share_trip(gen_random_uuid(), ${TRIP}, ${"a".repeat(64)}, 'view', 30, '{}') as answer`
          )[0]!.answer as object,
          rows: await stored(tx),
        }),
        addTrip,
      );
      expect(result.answers).toEqual(Array(3).fill(refused("forbidden")));
      expect([result.deleted, result.shared]).toEqual(["gone", GONE]);
      expect(result.rows).toMatchObject([{ title: "Serra", version: 1 }]);
    },
  );

  it.each([
    ["a list", []],
    ["no stops", { ...planOf("x"), stops: null }],
    ["26 stops", { ...planOf("x"), stops: Array.from({ length: 26 }, () => planOf("x").stops[0]) }],
    ["a stop without position", { ...planOf("x"), stops: [{ kind: "stop" }] }],
    ["a title of 121 characters", planOf("x".repeat(121))],
    ["a day that does not exist", planOf("x", "2027-02-30")],
    ["a plan of more than 80 kB", { ...planOf("x"), car: { name: "x".repeat(80_000) } }],
  ])("refuses %s as plan", async (_, plan) => {
    expect(await run("user", (tx) => save(tx, { version: null, plan }))).toEqual(refused("invalid"));
  });

  it.each([
    ["a list", []],
    ["one without sections", { km: 1 }],
    ["one of more than 1.2 MB", { ...ROUTE, sections: ["x".repeat(1_200_000)] }],
  ])("refuses %s as route", async (_, route) => {
    expect(await run("user", (tx) => save(tx, { version: null, route }))).toEqual(refused("invalid"));
  });

  it("answers gone for a trip that does not exist or is in the trash", async () => {
    const answers = await run(
      "user",
      async (tx) => {
        await tx`select public.set_trip_deleted(${TRIP}, true)`;
        return [await save(tx, { version: 1 }), await save(tx, { version: 3, id: randomUUID() })];
      },
      addTrip,
    );
    expect(answers).toEqual([GONE, GONE]);
  });

  it("keeps 200 trips of an account outside the trash", async () => {
    const fill = (tx: TransactionSql) => tx`
      insert into public.trips (id, owner_id, title, plan)
      select gen_random_uuid(), ${ID_OF.user}, 'n', ${tx.json(planOf("n"))} from generate_series(1, 199)`;
    const answers = await run(
      "user",
      async (tx) => {
        const id = randomUUID();
        const first = await save(tx, { version: null });
        const second = await save(tx, { version: null, id });
        await tx`select public.set_trip_deleted(${TRIP}, true)`;
        const third = await save(tx, { version: null, id });
        const back = await keyOf(tx`select public.set_trip_deleted(${TRIP}, false) as answer`);
        return [outcomeKey(first), outcomeKey(second), outcomeKey(third), back];
      },
      fill,
    );
    expect(answers).toEqual(["saved", "limit", "saved", "limit"]);
  });
});

/** Saves as an account, each call in a transaction of its own that is committed. */
const committed = (actor: Account, work: Run<SaveAnswer>) =>
  many.begin(async (tx) => {
    await becomeRole(tx, actor);
    return work(tx);
  }) as Promise<SaveAnswer>;

describe("simultaneous saves", () => {
  const id = randomUUID();
  afterAll(async () => {
    await sql`delete from public.trips where id = ${id}`;
    await sql`delete from auth.sessions where id = ${sessionOf("user")}`;
  });

  it("20 new trips with one id and one content are stored once", async () => {
    // The session of the account is shared by all calls.
    await sql.begin((tx) => setClaims(tx, "user"));
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => committed("user", (tx) => save(tx, { id, version: null, title: "Same" }))),
    );
    expect(answers.map(({ outcome, version }) => `${outcome} ${version}`)).toEqual(Array(20).fill("saved 1"));
  });

  it("20 saves of one version: exactly one is stored, the others get the stored trip", async () => {
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        committed("user", (tx) => save(tx, { id, version: 1, title: `Editor ${index}` })),
      ),
    );
    const winner = answers.findIndex(({ outcome }) => outcome === "saved");
    expect(answers.filter(({ outcome }) => outcome === "saved")).toHaveLength(1);
    const others = answers.filter(({ outcome }) => outcome === "conflict");
    expect(others).toHaveLength(19);
    expect(new Set(others.map(({ theirs }) => `${theirs!.version} ${theirs!.plan.title}`))).toEqual(
      new Set([`2 Editor ${winner}`]),
    );
    const [row] = await sql`select title, version from public.trips where id = ${id}`;
    expect(row).toEqual({ title: `Editor ${winner}`, version: 2 });
  });
});
