import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import published from "../../../lib/events/rally/published-rules.json";
import { ACTORS, EDITORS_UP, ID_OF, type Account, type Actor } from "../actors";
import { asOwner, asRole, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addRally, addTap, CONTROL, CREW, drive, RALLY_EVENT, RULES, send, STAGE, startMs, TAP } from "./rally-rows";

/** Everything that a function gives an actor, as text; empty when it gives nothing or refuses. */
async function received(tx: TransactionSql, actor: Actor, name: string): Promise<string> {
  const read = callAs(tx, actor, (own) =>
    own.savepoint((call) => call.unsafe<{ answer: unknown }[]>(`select public.${name}('${RALLY_EVENT}') as answer`)),
  );
  return JSON.stringify((await read.catch(() => []))[0]?.answer ?? "");
}

describe("secret controls", () => {
  const publishResults = (tx: TransactionSql) => tx`update public.rallies set results_published_at = now()`;

  it.each(ACTORS.filter((actor) => actor !== "anon"))(
    "are not in what the device of %s receives as a crew before the stage ended, and are after it",
    (actor) =>
      asOwner(async (tx) => {
        await addRally(tx, actor as Account);
        const before = await received(tx, actor, "read_own_rally");
        expect(before).toContain(CONTROL.open);
        expect(before).not.toContain(CONTROL.secret);
        expect(before).not.toContain("secret");
        await tx`update public.rally_stages set finished_at = now()`;
        expect(await received(tx, actor, "read_own_rally")).toContain(CONTROL.secret);
      }),
  );

  it.each(ACTORS)("are not in the results that %s receives before the stage ended", (actor) =>
    asOwner(async (tx) => {
      await addRally(tx);
      await publishResults(tx);
      const start = await startMs(tx);
      for (const piece of [0, 1, 2, 3, 4, 5])
        expect(await callAs(tx, "user", (own) => keyOf(send(own, piece, drive(start, piece * 100, 101))))).toBe(
          "saved",
        );
      expect(await tx`select from public.rally_passes where control_id = ${CONTROL.secret}`).toHaveLength(1);
      const before = await received(tx, actor, "rally_standings");
      expect(before).toContain(CONTROL.open);
      expect(before).not.toContain(CONTROL.secret);
      await tx`update public.rally_stages set finished_at = now()`;
      expect(await received(tx, actor, "rally_standings")).toContain(CONTROL.secret);
    }),
  );

  it("are read by editors and marshals of the event only", () =>
    asOwner(async (tx) => {
      await addRally(tx, "another_user");
      const readers: Actor[] = [];
      for (const actor of ACTORS)
        if ((await received(tx, actor, "rally_console")).includes(CONTROL.secret)) readers.push(actor);
      expect(readers).toEqual(["user", "vendedor", ...EDITORS_UP]);
    }));

  it.each(["hidden rally", "withdrawn crew", "cancelled registration", "other account"])("give nothing: %s", (what) =>
    asOwner(async (tx) => {
      await addRally(tx);
      if (what === "hidden rally") await tx`update public.rallies set published_at = null`;
      if (what === "withdrawn crew") await tx`update public.rally_crews set withdrawn_at = now()`;
      if (what === "cancelled registration") await tx`update public.event_registrations set status = 'cancelled'`;
      const actor = what === "other account" ? "another_user" : "user";
      expect(await received(tx, actor, "read_own_rally")).toBe('""');
    }),
  );
});

describe("averages", () => {
  const section = (tx: TransactionSql, payload: object) =>
    keyOf(tx`select public.save_rally_section(${STAGE}, ${tx.json(payload as never)}) as answer`);

  it.each([
    ["the declared maximum", { kind: "regularity", metres: 1000, average_kmh: 60 }, "saved"],
    ["more than the declared maximum", { kind: "regularity", metres: 1000, average_kmh: 60.1 }, "above_maximum"],
    ["more than the known limit", { kind: "regularity", metres: 1000, average_kmh: 50, limit_kmh: 40 }, "above_limit"],
    ["the known limit", { kind: "regularity", metres: 1000, average_kmh: 40, limit_kmh: 40 }, "saved"],
    ["a neutral zone that is too short", { kind: "neutral", metres: 2000, neutral_seconds: 60 }, "above_maximum"],
    [
      "a neutral zone above the limit",
      { kind: "neutral", metres: 500, neutral_seconds: 40, limit_kmh: 40 },
      "above_limit",
    ],
    ["a neutral stop", { kind: "neutral", metres: 0, neutral_seconds: 600 }, "saved"],
    ["a section without an average", { kind: "regularity", metres: 1000 }, "invalid"],
  ])("%s", (_, payload, outcome) =>
    asRole("user", addRally, async (tx) =>
      expect(await tx.savepoint((own) => section(own, payload)).catch((error: Error) => error.message)).toBe(outcome),
    ),
  );

  it("refuses a new maximum below a section, also from the team", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const [row] = await tx<{ at: string }[]>`select to_json(updated_at) #>> '{}' as at from public.rallies`;
      const save = (own: TransactionSql) => own`
        select public.save_rally(${RALLY_EVENT}, ${own.json({ ...RULES, max_average_kmh: 35 })}, ${row!.at}::text::timestamptz) as answer`;
      await expect(callAs(tx, "superadministrador", save)).rejects.toThrow("above_maximum");
    }));
});

describe("publishing", () => {
  const publish = (tx: TransactionSql, part = "rally") =>
    keyOf(tx`select public.set_rally_published(${RALLY_EVENT}, ${part}, true) as answer`);
  const hide = async (tx: TransactionSql, changes: Record<string, unknown> = {}) => {
    await addRally(tx);
    await tx`update public.rallies set ${tx({ published_at: null, ...changes } as never)}`;
  };

  it.each(["user", "superadministrador"] as const)("is refused to %s without the authorisation", (actor) =>
    asRole(
      actor,
      (tx) => hide(tx, { authorisation_number: null }),
      async (tx) => expect(await publish(tx)).toBe("authorisation_missing"),
    ),
  );

  it("is refused by the table itself without the authorisation", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      await expect(tx`update public.rallies set authority = null`).rejects.toThrow("published_rally_is_authorised");
    }));

  it("works with the authorisation, a section and a crew", () =>
    asRole("user", hide, async (tx) => expect(await publish(tx)).toBe("saved")));

  it("shows results after the rally only", () =>
    asRole("user", hide, async (tx) => expect(await publish(tx, "results")).toBe("unpublished")));
});

describe("passes", () => {
  const passes = async (tx: TransactionSql) =>
    (
      await tx<{ control: string; late: number }[]>`
      select control_id as control, extract(epoch from passed_at - stage.starts_at)::double precision as late
      from public.rally_passes join public.rally_stages as stage on stage.id = ${STAGE}
      where source = 'position' order by late`
    ).map(({ control, late }) => [control, late] as const);

  it.each([0, 400, -300])("by position are exact to a second at 1 Hz, with a clock that is %i ms off", (drift) =>
    asOwner(async (tx) => {
      await addRally(tx);
      const start = await startMs(tx);
      for (const piece of [0, 1, 2, 3, 4, 5])
        await callAs(tx, "user", (own) => send(own, piece, drive(start, piece * 100, 100, { drift })));
      const found = await passes(tx);
      expect(found.map(([control]) => control)).toEqual([CONTROL.open, CONTROL.secret]);
      expect(Math.abs(found[0]![1] - 300)).toBeLessThanOrEqual(1);
      expect(Math.abs(found[1]![1] - 500)).toBeLessThanOrEqual(1);
    }),
  );

  it("are not recorded for a car in the other direction, on another road, or of another account", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const start = await startMs(tx);
      const back = drive(start, 250, 100).map(([, lat, lng], index, all) => [all[99 - index]![0]!, lat!, lng!]);
      const beside = drive(start, 350, 100).map(([ms, lat, lng]) => [ms!, lat! - 0.01, lng! + 0.001]);
      expect(await callAs(tx, "user", (own) => keyOf(send(own, 0, back.toReversed())))).toBe("saved");
      expect(await callAs(tx, "user", (own) => keyOf(send(own, 2, beside)))).toBe("saved");
      expect(await callAs(tx, "another_user", (own) => keyOf(send(own, 0, drive(start, 250, 100))))).toBe("gone");
      expect(await passes(tx)).toEqual([]);
    }));

  it("by position are answered as saved when they are sent again, and refused with other points or times", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const start = await startMs(tx);
      const answers: string[] = [];
      for (const points of [drive(start, 0, 10), drive(start, 0, 10), drive(start, 1, 10), drive(start, 90_000, 10)])
        answers.push(await callAs(tx, "user", (own) => keyOf(send(own, 0, points))));
      answers.push(await callAs(tx, "user", (own) => keyOf(send(own, 1, drive(start, 90_000, 10)))));
      expect(answers).toEqual(["saved", "saved", "conflict", "out_of_time", "out_of_time"]);
    }));

  it("by the tap of a marshal count before positions", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const start = await startMs(tx);
      await callAs(tx, "user", (own) => send(own, 0, drive(start, 250, 100)));
      await addTap(tx);
      const [row] = await tx<{ results: { control: string; source: string; difference_ms: number }[] }[]>`
        select private.rally_results(${RALLY_EVENT}, true) as results`;
      expect(row!.results).toEqual([{ control: CONTROL.open, crew: CREW, source: "tap", difference_ms: 5000 }]);
    }));

  it("are tapped by marshals once, also when the answer was lost, and not for another event", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const tap = (actor: Actor, pass: string) =>
        callAs(tx, actor, (own) =>
          keyOf(own`select public.tap_rally_pass(${pass}, ${CONTROL.secret}, ${CREW}, now()) as answer`),
        );
      expect([await tap("vendedor", TAP), await tap("vendedor", TAP)]).toEqual(["saved", "saved"]);
      expect(await tap("vendedor", "00000000-0000-4000-8000-00000000ea39")).toBe("already");
      const [row] = await tx`select recorded_by, source from public.rally_passes where id = ${TAP}`;
      expect(row).toEqual({ recorded_by: ID_OF.vendedor, source: "tap" });
    }));
});

describe("start order", () => {
  it("numbers confirmed cars by class, starts them after the interval, and stays after the first pass", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const draw = () =>
        callAs(tx, "user", (own) => keyOf(own`select public.draw_rally_order(${RALLY_EVENT}) as answer`));
      expect(await draw()).toBe("saved");
      const crews = await tx`select number, class_name from public.rally_crews where event_id = ${RALLY_EVENT}`;
      expect([...crews]).toEqual([{ number: 1, class_name: "Clássicos" }]);
      const [crew] = await tx<{ id: string }[]>`select id from public.rally_crews`;
      await tx`
        insert into public.rally_passes (id, control_id, crew_id, source, passed_at)
        values (${TAP}, ${CONTROL.open}, ${crew!.id}, 'tap', now())`;
      expect(await draw()).toBe("passed");
    }));
});

it("computes the ideal times of the table that the device computes", () =>
  asOwner(async (tx) => {
    await addRally(tx);
    await tx`delete from public.rally_sections`;
    for (const [index, section] of published.idealTimes.sections.entries())
      await tx`insert into public.rally_sections ${tx({ ...section, stage_id: STAGE, position: index + 1 })}`;
    const found = await Promise.all(
      published.idealTimes.rows.map(async ({ metres }) => {
        const [row] = await tx<{ ms: string }[]>`select private.rally_ideal_ms(${STAGE}, ${metres}) as ms`;
        return { metres, ms: Number(row!.ms) };
      }),
    );
    expect(found).toEqual(published.idealTimes.rows);
  }));
