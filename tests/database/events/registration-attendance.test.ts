import { createHash, randomBytes } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { makeKind, register, statusOf, takenOf } from "./registration-support";
import { keyOf } from "../outcomes";

/** A link of a registration; returns its token. */
async function addLink(tx: TransactionSql, registration: string, kind: string): Promise<string> {
  const token = randomBytes(32).toString("base64url");
  await tx`
    insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
    values (${registration}, ${kind}, 1, ${createHash("sha256").update(token).digest("hex")}, now() + interval '1 day')`;
  return token;
}

const answer = async (tx: TransactionSql, token: string, isComing: boolean) =>
  keyOf(tx`select public.answer_attendance(${token}, ${isComing}) as answer`);
const ask = async (tx: TransactionSql, event: string, count = 200) =>
  (await tx<{ asked: number }[]>`select public.ask_attendance(${event}, null, ${count}) as asked`)[0]!.asked;
const attendingOf = async (tx: TransactionSql, id: string) =>
  (await tx<{ attending: string }[]>`select attending from public.event_registrations where id = ${id}`)[0]!.attending;

describe("asking who comes", () => {
  it.each(ACTORS)("%s asks only as an event manager", (actor) =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      await register(tx, type);
      await becomeRole(tx, actor);
      const answer = await ask(tx, event).catch((error: { code: string }) => error.code);
      expect(answer).toBe(EDITORS_UP.some((one) => one === actor) ? 1 : "42501");
    }),
  );

  it("asks in batches, once in three days, and only confirmed people without an answer", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      const ids: string[] = [];
      for (let n = 0; n < 4; n++) ids.push((await register(tx, type)).id);
      await tx`update public.event_registrations set attending = 'yes' where id = ${ids[0]!}`;
      await tx`select private.set_registration_status(${ids[1]!}, 'cancelled')`;
      await becomeRole(tx, "editor");
      expect([await ask(tx, event, 1), await ask(tx, event), await ask(tx, event)]).toEqual([1, 1, 0]);
      await tx`reset role`;
      await tx`update public.event_registrations set attendance_asked_at = now() - interval '4 days' where event_id = ${event}`;
      await becomeRole(tx, "editor");
      expect(await ask(tx, event)).toBe(2);
      await tx`reset role`;
      const mails = await tx`
        select 1 from private.outbox where job = 'send-mail' and data ->> 'template' = 'registration_attendance' and data -> 'data' ->> 'link_kind' = 'attendance'`;
      expect(mails).toHaveLength(4);
    }));

  it("refuses after the event has begun", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      await register(tx, type);
      await tx`update public.events set starts_at = now() - interval '1 hour', ends_at = now() + interval '1 hour' where id = ${event}`;
      await becomeRole(tx, "editor");
      await expect(ask(tx, event)).rejects.toThrow("event_over");
    }));
});

describe("the attendance link", () => {
  it("stores an answer that can be changed; reading stores nothing and names nobody", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      const token = await addLink(tx, id, "attendance");
      await becomeRole(tx, "anon");
      const [row] = await tx<{ page: Record<string, unknown> }[]>`select public.read_attendance(${token}) as page`;
      expect(row!.page).toMatchObject({ title: "Encontro de teste", attending: "unknown", is_open: true, places: 1 });
      expect(JSON.stringify(row!.page)).not.toContain("Ana");
      expect([await answer(tx, token, true), await answer(tx, token, false)]).toEqual(["saved", "saved"]);
      await tx`reset role`;
      expect(await attendingOf(tx, id)).toBe("no");
    }));

  it("of another kind, or a wrong one, answers nothing", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      const badge = await addLink(tx, id, "badge");
      await becomeRole(tx, "anon");
      expect([await answer(tx, badge, true), await answer(tx, "x", true)]).toEqual(["gone", "gone"]);
      await tx`reset role`;
      expect(await attendingOf(tx, id)).toBe("unknown");
    }));

  it("is closed for a cancelled registration", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      const token = await addLink(tx, id, "attendance");
      await tx`select private.set_registration_status(${id}, 'cancelled')`;
      expect(await answer(tx, token, true)).toBe("closed");
    }));

  it("ends when the e-mail of the registration changes", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const { id } = await register(tx, type);
      const token = await addLink(tx, id, "attendance");
      await becomeRole(tx, "editor");
      await tx`select public.edit_registration(${id}, ${tx.json({ email: "nova@example.org" })})`;
      expect(await answer(tx, token, true)).toBe("gone");
    }));
});

describe("places of people who do not come", () => {
  it("go to the waiting list when a manager frees them", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { capacity: 1 });
      const [first, second] = [await register(tx, type), await register(tx, type)];
      await tx`update public.event_registrations set attending = 'no' where id = ${first.id}`;
      await becomeRole(tx, "editor");
      const [row] = await tx<{ freed: number }[]>`select public.free_declined_places(${event}) as freed`;
      expect(row!.freed).toBe(1);
      expect([await statusOf(tx, first.id), await statusOf(tx, second.id)]).toEqual(["cancelled", "offered"]);
      expect(await takenOf(tx, type)).toBe(1);
    }));

  it("are offered in order by hand", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx, { capacity: 1 });
      await register(tx, type);
      const waiting = [await register(tx, type), await register(tx, type)];
      // One transaction has one time.
      await tx`update public.event_registrations set waiting_since = now() - interval '1 hour' where id = ${waiting[0]!.id}`;
      await tx`update public.event_registration_types set capacity = 2 where id = ${type}`;
      await becomeRole(tx, "editor");
      const [row] = await tx<{ offered: number }[]>`select public.promote_waiting_list(${type}) as offered`;
      expect(row!.offered).toBe(1);
      expect([await statusOf(tx, waiting[0]!.id), await statusOf(tx, waiting[1]!.id)]).toEqual([
        "offered",
        "waitlisted",
      ]);
    }));
});
