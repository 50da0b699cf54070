import type { Row, TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP } from "../actors";
import { asOwner, becomeRole } from "../as-role";

const EVENT = "10000000-0000-4000-8000-0000000000e1";
const TYPE = "10000000-0000-4000-8000-0000000000e2";

const addEvent =
  (status = "published", deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
    insert into public.events (id, slug, title, status, deleted_at, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at)
    values (${EVENT}, 'evento-de-teste', 'Evento de teste', ${status}, ${deletedAt}, 'Clube', 'SC', 4209300, 'Lages', '2030-01-05 11:00+00', '2030-01-05 20:00+00')`;

const selectEvent = `select id from public.events where id = '${EVENT}'`;
describeAccess("events", addEvent(), [
  ["select an event that is published", ACTORS, selectEvent],
  ["select an event that is postponed", ACTORS, selectEvent, addEvent("postponed")],
  ["select an event that is cancelled", ACTORS, selectEvent, addEvent("cancelled")],
  ["select an event that is draft", EDITORS_UP, selectEvent, addEvent("draft")],
  ["select an event that is pending", EDITORS_UP, selectEvent, addEvent("pending")],
  ["select an event that is rejected", EDITORS_UP, selectEvent, addEvent("rejected")],
  ["select an event in the trash", EDITORS_UP, selectEvent, addEvent("published", "2026-01-01")],
  ["insert", EDITORS_UP, addEvent("draft")],
  ["update", EDITORS_UP, `update public.events set venue = 'Parque' where id = '${EVENT}'`],
  ["delete", EDITORS_UP, `delete from public.events where id = '${EVENT}'`],
]);

const CHILDREN = {
  event_days: { columns: "day", values: "'2030-01-05'", change: "day = '2030-01-06'" },
  event_media: { columns: "kind, path", values: "'gallery', 'a.webp'", change: "title = 'x'" },
  event_sponsors: { columns: "name", values: "'Patrocinador'", change: "name = 'x'" },
  event_registration_types: { columns: "kind, name", values: "'publico', 'Público'", change: "name = 'x'" },
  event_stands: { columns: "label", values: "'A1'", change: "label = 'A2'" },
};

for (const [table, { columns, values, change }] of Object.entries(CHILDREN)) {
  const add = (tx: TransactionSql) =>
    tx.unsafe<Row[]>(`insert into public.${table} (event_id, ${columns}) values ('${EVENT}', ${values})`);
  const arrange = (status: string) => async (tx: TransactionSql) => {
    await addEvent(status)(tx);
    await add(tx);
  };
  const select = (tx: TransactionSql) => tx.unsafe<Row[]>(`select id from public.${table} where event_id = '${EVENT}'`);
  describeAccess(table, arrange("published"), [
    ["select of a public event", ACTORS, select],
    ["select of a draft", EDITORS_UP, select, arrange("draft")],
    ["insert", EDITORS_UP, add, addEvent()],
    ["update", EDITORS_UP, `update public.${table} set ${change} where event_id = '${EVENT}'`],
    ["delete", EDITORS_UP, `delete from public.${table} where event_id = '${EVENT}'`],
  ]);
}

const addMeeting =
  (status: string, deletedAt: string | null = null) =>
  (tx: TransactionSql) =>
    tx`
    insert into public.traditional_meetings (slug, name, months, state_abbr, city_ibge, sources, status, deleted_at)
    values ('encontro-de-teste', 'Encontro de teste', '{8}', 'SC', 4209300, '{https://jornal.example.org}', ${status}, ${deletedAt})`;
const selectMeeting = (tx: TransactionSql) =>
  tx`select id from public.traditional_meetings where slug = 'encontro-de-teste'`;

describeAccess("traditional_meetings", addMeeting("published"), [
  ["select a published one", ACTORS, selectMeeting],
  ["select a draft", EDITORS_UP, selectMeeting, addMeeting("draft")],
  ["select one in the trash", EDITORS_UP, selectMeeting, addMeeting("published", "2026-01-01")],
  ["insert", EDITORS_UP, addMeeting("draft")],
  ["update", EDITORS_UP, "update public.traditional_meetings set note = 'x' where slug = 'encontro-de-teste'"],
  ["delete", EDITORS_UP, "delete from public.traditional_meetings where slug = 'encontro-de-teste'"],
]);

it("refuses a published meeting without a source", async () => {
  const insert = asOwner(
    (tx) => tx`
    insert into public.traditional_meetings (slug, name, months, state_abbr, city_ibge, status)
    values ('encontro-de-teste', 'Encontro', '{8}', 'SC', 4209300, 'published')`,
  );
  await expect(insert).rejects.toMatchObject({ code: "23514" });
});

const addRegistration = async (tx: TransactionSql, showsVehicle: boolean, status: string) => {
  await tx`insert into public.event_registration_types (id, event_id, kind, name, capacity, taken) values (${TYPE}, ${EVENT}, 'expositor', 'Expositor', 10, 3)`;
  const [registration] = await tx<{ id: string }[]>`
    insert into public.event_registrations (code, event_id, type_id, full_name, email, status, shows_vehicle)
    values ('ABCDEFGH', ${EVENT}, ${TYPE}, 'Maria Secreta', 'maria@example.org', ${status}, ${showsVehicle}) returning id`;
  await tx`insert into public.registration_vehicles (registration_id, position, make, model, year, color, plate)
    values (${registration!.id}, 1, 'Willys', 'Aero', 1965, 'azul', 'ABC1D23')`;
};
const vehicles = (tx: TransactionSql) => tx`select * from public.event_vehicles(${EVENT})`;

describe("vehicles that visitors see", () => {
  it("are make, model, year and colour, without plate and owner", async () => {
    const rows = await asOwner(async (tx) => {
      await addEvent()(tx);
      await addRegistration(tx, true, "confirmed");
      await becomeRole(tx, "anon");
      return [...(await vehicles(tx))];
    });
    expect(rows).toEqual([{ make: "Willys", model: "Aero", year: 1965, color: "azul" }]);
  });

  it.each([
    ["the owner does not allow it", false, "confirmed", "published"],
    ["the registration is not confirmed", true, "pending", "published"],
    ["the event is not public", true, "confirmed", "draft"],
  ])("are none when %s", async (_, shows, status, eventStatus) => {
    const found = await asOwner(async (tx) => {
      await addEvent(eventStatus)(tx);
      await addRegistration(tx, shows, status);
      return (await vehicles(tx)).length;
    });
    expect(found).toBe(0);
  });
});

describe("event_places", () => {
  const places = async (status: string) =>
    asOwner(async (tx) => {
      await addEvent(status)(tx);
      await addRegistration(tx, true, "confirmed");
      await becomeRole(tx, "anon");
      return (await tx`select public.event_places(${EVENT}) as places`)[0]!.places;
    });

  it("returns the taken places of a public event", async () => {
    expect(await places("published")).toEqual({ types: [{ id: TYPE, capacity: 10, taken: 3 }], stands: [] });
  });

  it("returns nothing for a draft", async () => {
    expect(await places("draft")).toBeNull();
  });
});

describe("cached pages of events", () => {
  const expired = (tx: TransactionSql) =>
    tx`select tags from private.expired_tags where transaction_id = pg_current_xact_id()`;

  it("expire once per transaction when a public event and its programme change", async () => {
    const found = await asOwner(async (tx) => {
      await addEvent()(tx);
      await tx`insert into public.event_days (event_id, day) values (${EVENT}, '2030-01-05'), (${EVENT}, '2030-01-06')`;
      return [...(await expired(tx))];
    });
    expect(found).toEqual([{ tags: ["events:SC"] }]);
  });

  it("do not expire when a place is taken or a draft changes", async () => {
    const found = await asOwner(async (tx) => {
      await addEvent("draft")(tx);
      await tx`insert into public.event_registration_types (id, event_id, kind, name) values (${TYPE}, ${EVENT}, 'publico', 'Público')`;
      await tx`update public.events set title = 'Outro' where id = ${EVENT}`;
      await tx`set local session_replication_role = replica`;
      await tx`update public.events set status = 'published' where id = ${EVENT}`;
      await tx`set local session_replication_role = origin`;
      await tx`select private.hold_places(${TYPE}, 2)`;
      return (await expired(tx)).length;
    });
    expect(found).toBe(0);
  });
});

it("the search finds public events and not those that are hidden", async () => {
  const found = await asOwner(async (tx) => {
    const indexed = async () =>
      (await tx`select path from public.search_documents where kind = 'event' and entity_id = ${EVENT}`).map(
        ({ path }) => path as string,
      );
    await addEvent()(tx);
    const before = await indexed();
    await tx`update public.events set deleted_at = now() where id = ${EVENT}`;
    return [before, await indexed()];
  });
  expect(found).toEqual([["/eventos/lacambeche/evento-de-teste"], []]);
});
