import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, NOBODY, type Actor } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { addEvent } from "./rows";
import { allowPayment } from "./registration-support";

/** The account `user` is the organiser of every event of these tests. */
const ORGANISER: readonly Actor[] = ["user", ...EDITORS_UP];
const EVENT = "00000000-0000-4000-8000-0000000000e1";
const event = (status: string) => (tx: TransactionSql) => addEvent(tx, { id: EVENT, slug: "evento-de-teste", status });
const select = (tx: TransactionSql) => tx`select id from public.events where id = ${EVENT}`;

describeAccess("events", event("draft"), [
  ["select a published event", ACTORS, select, event("published")],
  ["select a cancelled event", ACTORS, select, event("cancelled")],
  ["select a draft", ORGANISER, select],
  ["select an event that waits for the team", ORGANISER, select, event("pending")],
  [
    "insert",
    EDITORS_UP,
    `
      insert into public.events (slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at)
      values ('evento-novo', 'Evento', 'Clube', 'SC', 4205407, 'Florianópolis', now(), now() + interval '1 day')`,
  ],
  ["update", EDITORS_UP, (tx) => tx`update public.events set venue = 'Parque' where id = ${EVENT}`, event("published")],
  ["update the status", NOBODY, (tx) => tx`update public.events set status = 'published' where id = ${EVENT}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.events where id = ${EVENT}`],
]);

const addEventDays = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_days (event_id, day) values (${EVENT}, '2031-05-01')`;
};

describeAccess("event_days", addEventDays("published"), [
  ["select of a published event", ACTORS, (tx) => tx`select id from public.event_days where event_id = ${EVENT}`],
  [
    "select of a draft",
    ORGANISER,
    (tx) => tx`select id from public.event_days where event_id = ${EVENT}`,
    addEventDays("draft"),
  ],
  [
    "insert",
    EDITORS_UP,
    (tx) => tx`insert into public.event_days (event_id, day) values (${EVENT}, '2031-05-01')`,
    event("published"),
  ],
  ["update", EDITORS_UP, (tx) => tx`update public.event_days set items = '[]' where event_id = ${EVENT}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.event_days where event_id = ${EVENT}`],
]);

const addEventMedia = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_media (event_id, kind, path) values (${EVENT}, 'gallery', '2031-05/a.webp')`;
};

describeAccess("event_media", addEventMedia("published"), [
  ["select of a published event", ACTORS, (tx) => tx`select id from public.event_media where event_id = ${EVENT}`],
  [
    "select of a draft",
    ORGANISER,
    (tx) => tx`select id from public.event_media where event_id = ${EVENT}`,
    addEventMedia("draft"),
  ],
  [
    "insert",
    EDITORS_UP,
    (tx) => tx`insert into public.event_media (event_id, kind, path) values (${EVENT}, 'gallery', '2031-05/a.webp')`,
    event("published"),
  ],
  ["update", EDITORS_UP, (tx) => tx`update public.event_media set title = 'Praça' where event_id = ${EVENT}`],
  [
    "update of the consent",
    NOBODY,
    (tx) => tx`update public.event_media set consented_at = now() where event_id = ${EVENT}`,
  ],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.event_media where event_id = ${EVENT}`],
]);

const addEventSponsors = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_sponsors (event_id, name) values (${EVENT}, 'Oficina')`;
};

describeAccess("event_sponsors", addEventSponsors("published"), [
  ["select of a published event", ACTORS, (tx) => tx`select id from public.event_sponsors where event_id = ${EVENT}`],
  [
    "select of a draft",
    ORGANISER,
    (tx) => tx`select id from public.event_sponsors where event_id = ${EVENT}`,
    addEventSponsors("draft"),
  ],
  [
    "insert",
    EDITORS_UP,
    (tx) => tx`insert into public.event_sponsors (event_id, name) values (${EVENT}, 'Oficina')`,
    event("published"),
  ],
  ["update", EDITORS_UP, (tx) => tx`update public.event_sponsors set tier = 'gold' where event_id = ${EVENT}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.event_sponsors where event_id = ${EVENT}`],
]);

const addEventRegistrationTypes = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_registration_types (event_id, kind, name) values (${EVENT}, 'publico', 'Público')`;
};

describeAccess("event_registration_types", addEventRegistrationTypes("published"), [
  [
    "select of a published event",
    ACTORS,
    (tx) => tx`select id from public.event_registration_types where event_id = ${EVENT}`,
  ],
  [
    "select of a draft",
    ORGANISER,
    (tx) => tx`select id from public.event_registration_types where event_id = ${EVENT}`,
    addEventRegistrationTypes("draft"),
  ],
  [
    "insert",
    EDITORS_UP,
    (tx) =>
      tx`insert into public.event_registration_types (event_id, kind, name) values (${EVENT}, 'publico', 'Público')`,
    event("published"),
  ],
  [
    "update",
    EDITORS_UP,
    (tx) => tx`update public.event_registration_types set price_cents = 100 where event_id = ${EVENT}`,
    async (tx) => {
      await addEventRegistrationTypes("published")(tx);
      await allowPayment(tx);
    },
  ],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.event_registration_types where event_id = ${EVENT}`],
]);

const addEventStands = (status: string) => async (tx: TransactionSql) => {
  await event(status)(tx);
  await tx`insert into public.event_stands (event_id, label) values (${EVENT}, 'A1')`;
};

describeAccess("event_stands", addEventStands("published"), [
  ["select of a published event", ACTORS, (tx) => tx`select id from public.event_stands where event_id = ${EVENT}`],
  [
    "select of a draft",
    ORGANISER,
    (tx) => tx`select id from public.event_stands where event_id = ${EVENT}`,
    addEventStands("draft"),
  ],
  [
    "insert",
    EDITORS_UP,
    (tx) => tx`insert into public.event_stands (event_id, label) values (${EVENT}, 'A1')`,
    event("published"),
  ],
  ["update", EDITORS_UP, (tx) => tx`update public.event_stands set area = 'Setor B' where event_id = ${EVENT}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.event_stands where event_id = ${EVENT}`],
]);

describe("columns of events", () => {
  it("that name the organiser's account are hidden from anonymous visitors", async () => {
    const hidden = asOwner(async (tx) => {
      await event("published")(tx);
      await becomeRole(tx, "anon");
      return tx`select organizer_id from public.events`;
    });
    await expect(hidden).rejects.toMatchObject({ code: "42501" });
  });

  it("that name the holder of a stand are hidden from anonymous visitors", async () => {
    const hidden = asOwner(async (tx) => {
      await becomeRole(tx, "anon");
      return tx`select registration_id from public.event_stands`;
    });
    await expect(hidden).rejects.toMatchObject({ code: "42501" });
  });

  it("with the taken places are written by functions only", async () => {
    const forged = asOwner(async (tx) => {
      await addEventRegistrationTypes("published")(tx);
      await becomeRole(tx, "superadministrador");
      return tx`update public.event_registration_types set taken = 5 where event_id = ${EVENT}`;
    });
    await expect(forged).rejects.toMatchObject({ code: "42501" });
  });
});
