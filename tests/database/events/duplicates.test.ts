import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF } from "../actors";
import { asOwner, becomeRole, callAs } from "../as-role";
import { makeKind, register } from "./registration-support";

const dayIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);

async function duplicate(tx: TransactionSql, original: string, firstDay: string, copy: string = randomUUID()) {
  return (await tx<{ id: string }[]>`select public.duplicate_event(${original}, ${firstDay}, ${copy}) as id`)[0]!.id;
}

/** An event with every part, one registration and the organiser `user`. */
async function addWholeEvent(tx: TransactionSql) {
  const { event, type } = await makeKind(tx, { capacity: 5 });
  await register(tx, type);
  await tx`update public.events set organizer_id = ${ID_OF.user}, description = 'Texto', badge_size = 'card',
    starts_at = ((now() at time zone time_zone)::date + 30 + time '09:30') at time zone time_zone,
    ends_at = ((now() at time zone time_zone)::date + 31 + time '18:00') at time zone time_zone where id = ${event}`;
  await tx`update public.event_registration_types set closes_at = now() + interval '20 days' where id = ${type}`;
  await tx`insert into public.event_days (event_id, day, items)
    select id, (starts_at at time zone time_zone)::date, '[{"time": "09:30", "text": "Abertura"}]' from public.events where id = ${event}`;
  await tx`insert into public.event_stands (event_id, label) values (${event}, 'A1')`;
  await tx`update public.event_stands set registration_id = (select id from public.event_registrations where event_id = ${event}) where event_id = ${event}`;
  await tx`insert into public.event_sponsors (event_id, name) values (${event}, 'Apoio')`;
  await tx`insert into public.event_media (event_id, kind, path) values (${event}, 'document', 'a.pdf'), (${event}, 'result', 'b.pdf')`;
  return event;
}

const partsOf = async (tx: TransactionSql, event: string) => {
  const [row] = await tx`
    select status, description, organizer_id, badge_size, starts_at - ends_at as length,
      to_char(starts_at at time zone time_zone, 'YYYY-MM-DD HH24:MI') as starts,
      (select array_agg(day::text) from public.event_days where event_id = events.id) as days,
      (select array_agg(name || taken) from public.event_registration_types where event_id = events.id) as kinds,
      (select array_agg(closes_at is not null and closes_at > now() + interval '80 days') from public.event_registration_types where event_id = events.id) as later,
      (select array_agg(label || coalesce(registration_id::text, '')) from public.event_stands where event_id = events.id) as stands,
      (select array_agg(name) from public.event_sponsors where event_id = events.id) as sponsors,
      (select array_agg(path) from public.event_media where event_id = events.id) as files,
      (select count(*)::int from public.event_registrations where event_id = events.id) as registrations
    from public.events where id = ${event}`;
  return row!;
};

describe("a copy of an event", () => {
  it("is a draft with every part on the new days, without registrations and results", () =>
    asOwner(async (tx) => {
      const original = await addWholeEvent(tx);
      const copy = await callAs(tx, "editor", () => duplicate(tx, original, dayIn(100)));
      expect(await partsOf(tx, copy)).toMatchObject({
        status: "draft",
        description: "Texto",
        organizer_id: ID_OF.user,
        badge_size: "card",
        starts: `${dayIn(100)} 09:30`,
        days: [dayIn(100)],
        kinds: ["publico0"],
        later: [true],
        stands: ["A1"],
        sponsors: ["Apoio"],
        files: ["a.pdf"],
        registrations: 0,
      });
      const log = await tx<{ actor_id: string }[]>`
        select actor_id from public.audit_log where entity = 'events' and entity_id = ${copy}`;
      expect([...log]).toEqual([{ actor_id: ID_OF.editor }]);
    }));

  it("is made once when the request is sent twice", () =>
    asOwner(async (tx) => {
      const original = await addWholeEvent(tx);
      await becomeRole(tx, "editor");
      const id = randomUUID();
      expect(await duplicate(tx, original, dayIn(40), id)).toBe(id);
      expect(await duplicate(tx, original, dayIn(50), id)).toBe(id);
      await tx`reset role`;
      expect(await tx`select 1 from public.event_days where event_id = ${id}`).toHaveLength(1);
    }));

  it("keeps the time of day where the clocks change", () =>
    asOwner(async (tx) => {
      const [row] = await tx<{ moment: string }[]>`
        select to_char(private.shifted('2026-03-07 09:00-05', 7, 'America/New_York') at time zone 'America/New_York', 'YYYY-MM-DD HH24:MI') as moment`;
      expect(row!.moment).toBe("2026-03-14 09:00");
    }));

  it.each([
    ["a day that is over", -3, "invalid"],
    ["a day in many years", 4000, "invalid"],
  ])("is refused for %s", async (_, days, message) => {
    const attempt = asOwner(async (tx) => {
      const original = await addWholeEvent(tx);
      await becomeRole(tx, "editor");
      await duplicate(tx, original, dayIn(days));
    });
    await expect(attempt).rejects.toMatchObject({ message });
  });

  it("is refused to accounts without a role in it, and for an event that does not exist", async () => {
    const attempt = (role: "another_user" | "editor", original?: string) =>
      asOwner(async (tx) => {
        const event = original ?? (await addWholeEvent(tx));
        await becomeRole(tx, role);
        await duplicate(tx, event, dayIn(40));
      });
    await expect(attempt("another_user")).rejects.toMatchObject({ code: "42501" });
    await expect(attempt("editor", randomUUID())).rejects.toMatchObject({ message: "event_missing" });
  });
});

describe("the badge of the preview", () => {
  it("belongs to the first confirmed registration and names the hidden parts", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      await becomeRole(tx, "editor");
      const sample = async () => {
        const [row] = await tx<{ badge: { full_name: string; event: { badge_hidden: string[] } } | null }[]>`
          select public.badge_sample(${event}) as badge`;
        return row!.badge;
      };
      expect(await sample()).toBeNull();
      await tx`reset role`;
      await register(tx, type, { full_name: "Primeira" });
      await tx`update public.events set badge_hidden = '{car,town}' where id = ${event}`;
      await becomeRole(tx, "editor");
      expect(await sample()).toMatchObject({ full_name: "Primeira", event: { badge_hidden: ["car", "town"] } });
    }));
});
