import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, NOBODY, type Actor } from "../actors";
import { asOwner, becomeRole, connect } from "../as-role";
import { addEvent } from "./rows";
import { allowPayment } from "./registration-support";

const sql = connect();

/** The account `user` is the organiser of every event of these tests. */
const ORGANISER: readonly Actor[] = ["user", ...EDITORS_UP];
const EVENT = "00000000-0000-4000-8000-0000000000e1";
const event = (status: string) => (tx: TransactionSql) => addEvent(tx, { id: EVENT, slug: "evento-de-teste", status });
const select = (tx: TransactionSql) => tx`select id from public.events where id = ${EVENT}`;

describeAccess(sql, "events", [
  { verb: "select", what: "a published event", can: ACTORS, arrange: event("published"), run: select },
  { verb: "select", what: "a cancelled event", can: ACTORS, arrange: event("cancelled"), run: select },
  { verb: "select", what: "a draft", can: ORGANISER, arrange: event("draft"), run: select },
  { verb: "select", what: "an event that waits for the team", can: ORGANISER, arrange: event("pending"), run: select },
  {
    verb: "insert",
    can: EDITORS_UP,
    run: (tx) => tx`
      insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at)
      values ('evento-novo', 'Evento', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day')`,
  },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: event("published"),
    run: (tx) => tx`update public.events set venue = 'Parque' where id = ${EVENT}`,
  },
  {
    verb: "update",
    what: "the status",
    can: NOBODY,
    arrange: event("draft"),
    run: (tx) => tx`update public.events set status = 'published' where id = ${EVENT}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: event("draft"),
    run: (tx) => tx`delete from public.events where id = ${EVENT}`,
  },
]);

const addEventDays = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_days (event_id, day) values (${EVENT}, '2031-05-01')`;
};

describeAccess(sql, "event_days", [
  {
    verb: "select",
    what: "of a published event",
    can: ACTORS,
    arrange: addEventDays("published"),
    run: (tx) => tx`select id from public.event_days where event_id = ${EVENT}`,
  },
  {
    verb: "select",
    what: "of a draft",
    can: ORGANISER,
    arrange: addEventDays("draft"),
    run: (tx) => tx`select id from public.event_days where event_id = ${EVENT}`,
  },
  {
    verb: "insert",
    can: EDITORS_UP,
    arrange: event("published"),
    run: (tx) => tx`insert into public.event_days (event_id, day) values (${EVENT}, '2031-05-01')`,
  },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: addEventDays("published"),
    run: (tx) => tx`update public.event_days set items = '[]' where event_id = ${EVENT}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: addEventDays("published"),
    run: (tx) => tx`delete from public.event_days where event_id = ${EVENT}`,
  },
]);

const addEventMedia = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_media (event_id, kind, path) values (${EVENT}, 'gallery', '2031-05/a.webp')`;
};

describeAccess(sql, "event_media", [
  {
    verb: "select",
    what: "of a published event",
    can: ACTORS,
    arrange: addEventMedia("published"),
    run: (tx) => tx`select id from public.event_media where event_id = ${EVENT}`,
  },
  {
    verb: "select",
    what: "of a draft",
    can: ORGANISER,
    arrange: addEventMedia("draft"),
    run: (tx) => tx`select id from public.event_media where event_id = ${EVENT}`,
  },
  {
    verb: "insert",
    can: EDITORS_UP,
    arrange: event("published"),
    run: (tx) =>
      tx`insert into public.event_media (event_id, kind, path) values (${EVENT}, 'gallery', '2031-05/a.webp')`,
  },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: addEventMedia("published"),
    run: (tx) => tx`update public.event_media set title = 'Praça' where event_id = ${EVENT}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: addEventMedia("published"),
    run: (tx) => tx`delete from public.event_media where event_id = ${EVENT}`,
  },
]);

const addEventSponsors = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_sponsors (event_id, name) values (${EVENT}, 'Oficina')`;
};

describeAccess(sql, "event_sponsors", [
  {
    verb: "select",
    what: "of a published event",
    can: ACTORS,
    arrange: addEventSponsors("published"),
    run: (tx) => tx`select id from public.event_sponsors where event_id = ${EVENT}`,
  },
  {
    verb: "select",
    what: "of a draft",
    can: ORGANISER,
    arrange: addEventSponsors("draft"),
    run: (tx) => tx`select id from public.event_sponsors where event_id = ${EVENT}`,
  },
  {
    verb: "insert",
    can: EDITORS_UP,
    arrange: event("published"),
    run: (tx) => tx`insert into public.event_sponsors (event_id, name) values (${EVENT}, 'Oficina')`,
  },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: addEventSponsors("published"),
    run: (tx) => tx`update public.event_sponsors set tier = 'gold' where event_id = ${EVENT}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: addEventSponsors("published"),
    run: (tx) => tx`delete from public.event_sponsors where event_id = ${EVENT}`,
  },
]);

const addEventRegistrationTypes = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_registration_types (event_id, kind, name) values (${EVENT}, 'publico', 'Público')`;
};

describeAccess(sql, "event_registration_types", [
  {
    verb: "select",
    what: "of a published event",
    can: ACTORS,
    arrange: addEventRegistrationTypes("published"),
    run: (tx) => tx`select id from public.event_registration_types where event_id = ${EVENT}`,
  },
  {
    verb: "select",
    what: "of a draft",
    can: ORGANISER,
    arrange: addEventRegistrationTypes("draft"),
    run: (tx) => tx`select id from public.event_registration_types where event_id = ${EVENT}`,
  },
  {
    verb: "insert",
    can: EDITORS_UP,
    arrange: event("published"),
    run: (tx) =>
      tx`insert into public.event_registration_types (event_id, kind, name) values (${EVENT}, 'publico', 'Público')`,
  },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: async (tx) => {
      await addEventRegistrationTypes("published")(tx);
      await allowPayment(tx);
    },
    run: (tx) => tx`update public.event_registration_types set price_cents = 100 where event_id = ${EVENT}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: addEventRegistrationTypes("published"),
    run: (tx) => tx`delete from public.event_registration_types where event_id = ${EVENT}`,
  },
]);

const addEventStands = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_stands (event_id, label) values (${EVENT}, 'A1')`;
};

describeAccess(sql, "event_stands", [
  {
    verb: "select",
    what: "of a published event",
    can: ACTORS,
    arrange: addEventStands("published"),
    run: (tx) => tx`select id from public.event_stands where event_id = ${EVENT}`,
  },
  {
    verb: "select",
    what: "of a draft",
    can: ORGANISER,
    arrange: addEventStands("draft"),
    run: (tx) => tx`select id from public.event_stands where event_id = ${EVENT}`,
  },
  {
    verb: "insert",
    can: EDITORS_UP,
    arrange: event("published"),
    run: (tx) => tx`insert into public.event_stands (event_id, label) values (${EVENT}, 'A1')`,
  },
  {
    verb: "update",
    can: EDITORS_UP,
    arrange: addEventStands("published"),
    run: (tx) => tx`update public.event_stands set area = 'Setor B' where event_id = ${EVENT}`,
  },
  {
    verb: "delete",
    can: EDITORS_UP,
    arrange: addEventStands("published"),
    run: (tx) => tx`delete from public.event_stands where event_id = ${EVENT}`,
  },
]);

describe("columns of events", () => {
  it("that name the organiser's account are hidden from anonymous visitors", async () => {
    const hidden = asOwner(sql, async (tx) => {
      await event("published")(tx);
      await becomeRole(tx, "anon");
      return tx`select organizer_id from public.events`;
    });
    await expect(hidden).rejects.toMatchObject({ code: "42501" });
  });

  it("that name the holder of a stand are hidden from anonymous visitors", async () => {
    const hidden = asOwner(sql, async (tx) => {
      await becomeRole(tx, "anon");
      return tx`select registration_id from public.event_stands`;
    });
    await expect(hidden).rejects.toMatchObject({ code: "42501" });
  });

  it("with the taken places are written by functions only", async () => {
    const forged = asOwner(sql, async (tx) => {
      await addEventRegistrationTypes("published")(tx);
      await becomeRole(tx, "superadministrador");
      return tx`update public.event_registration_types set taken = 5 where event_id = ${EVENT}`;
    });
    await expect(forged).rejects.toMatchObject({ code: "42501" });
  });
});
