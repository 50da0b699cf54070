import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, asRole, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addRally, addTap, CONTROL, CREW, drive, RALLY_EVENT, RULES, send, STAGE, startMs } from "./rally-rows";

const MISSING = "00000000-0000-4000-8000-00000000eaff";

describe("secret controls", () => {
  it("are not in the export of a crew, which has its positions", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const start = await startMs(tx);
      await callAs(tx, "user", (own) => send(own, 0, drive(start, 450, 100)));
      const passes = await tx<{ id: string }[]>`
        select id from public.rally_passes where control_id = ${CONTROL.secret} and source = 'position'`;
      expect(passes).toHaveLength(1);
      for (const kind of ["own", "work"]) {
        const [row] = await tx<{ rows: Record<string, unknown> }[]>`
          select private.rows_of_account(${ID_OF.user}, null, ${kind}) as rows`;
        expect(JSON.stringify(row!.rows)).not.toContain(passes[0]!.id);
        expect(row!.rows["rally_passes.recorded_by"]).toBeUndefined();
        expect("rally_positions.account_id" in row!.rows).toBe(kind === "own");
      }
    }));

  it("are not read by a marshal who takes part, before the stage ended", () =>
    asOwner(async (tx) => {
      await addRally(tx, "vendedor");
      await tx`
        insert into public.rally_passes (id, control_id, crew_id, source, passed_at)
        values (gen_random_uuid(), ${CONTROL.secret}, ${CREW}, 'tap', now())`;
      await addTap(tx);
      const read = async () => {
        const [row] = await callAs(
          tx,
          "vendedor",
          (own) => own<{ rally: unknown }[]>`select public.rally_console(${RALLY_EVENT}) as rally`,
        );
        return JSON.stringify(row!.rally);
      };
      const before = await read();
      expect(before).toContain(CONTROL.open);
      expect(before).not.toContain(CONTROL.secret);
      await tx`update public.rally_stages set finished_at = now()`;
      expect(await read()).toContain(CONTROL.secret);
    }));
});

describe("editing", () => {
  const section = (tx: TransactionSql, payload: object) =>
    tx`select public.save_rally_section(${STAGE}, ${tx.json(payload as never)}) as answer`;
  const sectionId = async (tx: TransactionSql) =>
    (await tx<{ id: string }[]>`select id from public.rally_sections where stage_id = ${STAGE}`)[0]!.id;

  it("adds a section once when the same form is sent again", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const payload = { id: MISSING, kind: "regularity", metres: 1000, average_kmh: 40 };
      const add = () => callAs(tx, "user", (own) => keyOf(section(own, payload)));
      expect([await add(), await add()]).toEqual(["saved", "saved"]);
      expect(await tx`select from public.rally_sections where stage_id = ${STAGE}`).toHaveLength(2);
    }));

  it("keeps controls within the stage", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      const id = await sectionId(tx);
      const short = { id, kind: "regularity", metres: 4999, average_kmh: 36 };
      const far = { kind: "open", metres: 10_001 };
      const outcome = (call: (own: TransactionSql) => ReturnType<typeof section>) =>
        callAs(tx, "user", (own) =>
          own.savepoint((inner) => keyOf(call(inner))).catch((error: Error) => error.message),
        );
      expect([
        await outcome((own) => section(own, short)),
        await outcome((own) => own`select public.delete_rally_part('section', ${id}) as answer`),
        await outcome((own) => own`select public.save_rally_control(${STAGE}, ${own.json(far)}) as answer`),
        await outcome((own) => section(own, { ...short, metres: 5000 })),
      ]).toEqual(["beyond_stage", "beyond_stage", "beyond_stage", "saved"]);
    }));

  it.each([
    ["section", (tx: TransactionSql) => tx`select public.save_rally_section(${MISSING}, '{}') as answer`],
    ["control", (tx: TransactionSql) => tx`select public.save_rally_control(${MISSING}, '{}') as answer`],
    ["part", (tx: TransactionSql) => tx`select public.delete_rally_part('control', ${MISSING}) as answer`],
    ["stage", (tx: TransactionSql) => tx`select public.finish_rally_stage(${MISSING}, true) as answer`],
    ["car", (tx: TransactionSql) => tx`select public.set_rally_crew(${MISSING}, '{"number": 1}') as answer`],
    [
      "tapped control",
      (tx: TransactionSql) => tx`select public.tap_rally_pass(gen_random_uuid(), ${MISSING}, ${CREW}, now()) as answer`,
    ],
    ["pass", (tx: TransactionSql) => tx`select public.remove_rally_pass(${MISSING}) as answer`],
  ])("answers gone for a %s that somebody else deleted", (_, call) =>
    asRole("user", addRally, async (tx) => expect(await keyOf(call(tx))).toBe("gone")),
  );

  it("keeps the rules of the first of two people who declare them at the same time", () =>
    asRole("user", addRally, async (tx) => {
      const save = tx`select public.save_rally(${RALLY_EVENT}, ${tx.json(RULES)}) as answer`;
      expect(await keyOf(save)).toBe("conflict");
    }));

  it("counts a car without a confirmed registration as withdrawn", () =>
    asOwner(async (tx) => {
      await addRally(tx);
      await tx`update public.event_registrations set status = 'cancelled'`;
      const [row] = await tx<{ crews: { withdrawn: boolean }[] }[]>`
        select private.rally_crew_list(${RALLY_EVENT}, false) as crews`;
      expect(row!.crews.map(({ withdrawn }) => withdrawn)).toEqual([true]);
    }));
});
