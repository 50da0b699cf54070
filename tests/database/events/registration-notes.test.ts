import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, callAs } from "../as-role";
import { GONE, SAVED } from "../outcomes";
import { registerAs } from "./registration-as";
import { addRegistrationLink, makeKind, register } from "./registration-support";

/** A registration of the acting account with an internal note. */
async function ownRegistration(tx: TransactionSql) {
  const { type } = await makeKind(tx);
  const { id } = await registerAs(tx, "user", type);
  await tx`insert into public.registration_notes (id, registration_id, body) values (gen_random_uuid(), ${id}, 'Liga toda hora')`;
  return id;
}

describeAccess("registration_notes", ownRegistration, [
  ["select, also of an own registration", EDITORS_UP, "select 1 from public.registration_notes"],
  [
    "insert",
    NOBODY,
    "insert into public.registration_notes (id, registration_id, body) select gen_random_uuid(), id, 'x' from public.event_registrations limit 1",
    ownRegistration,
  ],
  ["update", NOBODY, "update public.registration_notes set body = 'x'"],
  ["delete", NOBODY, "delete from public.registration_notes"],
]);

const add = (tx: TransactionSql, registration: string, note: string, body: string) =>
  tx`select public.add_registration_note(${registration}, ${note}, ${body}) as answer`;

describe("internal notes", () => {
  it("have their author and time, and the same form sent twice is one note", () =>
    asOwner(async (tx) => {
      const { id } = await register(tx, (await makeKind(tx)).type);
      const note = randomUUID();
      await callAs(tx, "editor", async () => {
        expect([...(await add(tx, id, note, "  Traz a carreta.\nChega na sexta. "))]).toEqual([{ answer: SAVED }]);
        expect([...(await add(tx, id, note, "De novo"))]).toEqual([{ answer: SAVED }]);
        expect([...(await add(tx, randomUUID(), randomUUID(), "x"))]).toEqual([{ answer: GONE }]);
      });
      const rows = await tx`select author_id, body, created_at is not null as has_time from public.registration_notes`;
      expect([...rows]).toEqual([
        { author_id: ID_OF.editor, body: "Traz a carreta.\nChega na sexta.", has_time: true },
      ]);
    }));

  it("mark the registration in the list, where they can be asked for", () =>
    asOwner(async (tx) => {
      const kind = await makeKind(tx);
      const [noted] = [await register(tx, kind.type), await register(tx, kind.type)];
      await callAs(tx, "editor", () => add(tx, noted.id, randomUUID(), "x"));
      const [row] = await callAs(
        tx,
        "editor",
        () => tx`select public.search_registrations(${kind.event}, '{"mark": "note"}') as found`,
      );
      expect(row!.found).toMatchObject({ total: 1, rows: [{ id: noted.id, notes: 1 }] });
    }));

  it("are deleted once, and with the registration", () =>
    asOwner(async (tx) => {
      const { id } = await register(tx, (await makeKind(tx)).type);
      const [first, second] = [randomUUID(), randomUUID()];
      await callAs(tx, "editor", async () => {
        await add(tx, id, first, "x");
        await add(tx, id, second, "y");
        const remove = () => tx`select public.remove_registration_note(${first}) as answer`;
        expect([...(await remove()), ...(await remove())]).toEqual([{ answer: SAVED }, { answer: GONE }]);
      });
      await tx`delete from public.event_registrations where id = ${id}`;
      expect([...(await tx`select id from public.registration_notes`)]).toEqual([]);
    }));

  it("are refused when they are empty", () =>
    asOwner(async (tx) => {
      const { id } = await register(tx, (await makeKind(tx)).type);
      await expect(callAs(tx, "editor", () => add(tx, id, randomUUID(), "  "))).rejects.toMatchObject({
        message: "invalid",
      });
    }));

  it("are not in what the holder of a link reads", () =>
    asOwner(async (tx) => {
      const id = await ownRegistration(tx);
      const token = await addRegistrationLink(tx, "manage", id);
      const [row] = await callAs(tx, "anon", () => tx`select public.read_registration(${token}) as read`);
      expect(JSON.stringify(row!.read)).not.toContain("Liga toda hora");
    }));
});
