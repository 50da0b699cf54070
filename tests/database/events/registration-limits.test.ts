import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner } from "../as-role";
import { makeKind, register, statusOf, submit } from "./registration-support";

describe("a repeated request", () => {
  it("is answered with what is stored, and reports different data", () =>
    asOwner(async (tx) => {
      const { type } = await makeKind(tx);
      const form = { request_id: randomUUID(), email: `${randomUUID()}@example.org`, phone: "48 99999-0000" };
      const first = await submit(tx, type, form);
      expect(await submit(tx, type, { ...form, locale: "es-419" })).toEqual(first);
      const changed = await submit(tx, type, { ...form, companions: ["Beto"] });
      expect(changed).toEqual({ ...first, is_changed: true });
      const [row] = await tx`select places from public.event_registrations where id = ${first.id}`;
      expect(row!.places).toBe(1);
    }));
});

describe("the limit of the whole event", () => {
  it("counts the places of all kinds, with and without own limits", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { capacity: 5 });
      const [other] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name) values (${event}, 'publico', 'outro') returning id`;
      await tx`update public.events set capacity = 3 where id = ${event}`;
      await register(tx, type, { companions: ["Beto"] });
      expect((await register(tx, other!.id, { companions: ["Caio"] })).status).toBe("waitlisted");
      expect((await register(tx, type)).status).toBe("confirmed");
      const [places] = await tx`select public.event_places(${event}) -> 'types' as types`;
      const [first, second] = [
        { id: type, capacity: 3, taken: 3 },
        { id: other!.id, capacity: 0, taken: 0 },
      ];
      expect(places!.types).toEqual(expect.arrayContaining([first, second]));
    }));

  it("offers a place that became free in another kind", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx);
      const [other] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name) values (${event}, 'publico', 'outro') returning id`;
      await tx`update public.events set capacity = 1 where id = ${event}`;
      const first = await register(tx, type);
      const waiting = await register(tx, other!.id);
      await tx`select private.cancel_registration(${first.id}, 'x')`;
      await tx`select private.expire_registration_holds()`;
      expect(await statusOf(tx, waiting.id)).toBe("offered");
    }));
});

describe("an event of several days", () => {
  async function secondDay(tx: TransactionSql, event: string) {
    await tx`update public.events set starts_at = now() - interval '1 day', ends_at = now() + interval '2 days' where id = ${event}`;
    await tx`update public.event_registration_types set closes_at = now() + interval '1 day' where event_id = ${event}`;
  }

  it("takes registrations and promotes the waiting list until the end of the kind", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { capacity: 1, price: 1000 });
      await secondDay(tx, event);
      const first = await register(tx, type);
      const waiting = await register(tx, type);
      await tx`select private.cancel_registration(${first.id}, 'x')`;
      const [row] = await tx`
        select status, round(extract(epoch from held_until - now()) / 3600)::integer as hours from public.event_registrations where id = ${waiting.id}`;
      expect(row).toEqual({ status: "offered", hours: 24 });
      await tx`update public.event_registration_types set closes_at = now() where id = ${type}`;
      await expect(submit(tx, type)).rejects.toThrow("registration_closed");
    }));

  it("ends the waiting list with the kind", () =>
    asOwner(async (tx) => {
      const { type, event } = await makeKind(tx, { capacity: 1 });
      const first = await register(tx, type);
      const waiting = await register(tx, type);
      await secondDay(tx, event);
      await tx`update public.event_registration_types set closes_at = now() where id = ${type}`;
      await tx`select private.cancel_registration(${first.id}, 'x')`;
      expect(await statusOf(tx, waiting.id)).toBe("waitlisted");
    }));
});

describe("the notice about one caller with many forms", () => {
  it("reaches event managers once a day per event", () =>
    asOwner(async (tx) => {
      const { event } = await makeKind(tx);
      await tx`select public.note_busy_caller(${event}), public.note_busy_caller(${randomUUID()})`;
      await tx`select public.note_busy_caller(${event})`;
      const rows =
        await tx`select user_id from public.notifications where link = ${`/admin/events/${event}/registrations`}`;
      const readers = rows.map(({ user_id: id }) => id as string);
      expect(new Set(readers).size).toBe(readers.length);
      expect(readers).toContain(ID_OF.editor);
      expect(readers).not.toContain(ID_OF.user);
    }));
});
