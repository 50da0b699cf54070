import { municipios } from "municipios-brasil/dados";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { timeZoneOf } from "@/lib/platform/time-zones/rules";
import { asOwner, becomeRole, callAs, sql } from "../as-role";
import { addEvent, versionOf } from "./rows";

const NORONHA = { state_abbr: "PE", municipality_ibge: 2_605_459, town: "Fernando de Noronha" };
const RIO_BRANCO = { state_abbr: "AC", municipality_ibge: 1_200_401, town: "Rio Branco" };

/** Local time in the zone of the event. */
const local = (column: string) => `to_char(${column} at time zone time_zone, 'YYYY-MM-DD HH24:MI')`;

async function zoneOf(tx: TransactionSql, id: string) {
  const [row] = await tx<{ time_zone: string; starts: string; ends: string }[]>`
    select time_zone, ${tx.unsafe(local("starts_at"))} as starts, ${tx.unsafe(local("ends_at"))} as ends
    from public.events where id = ${id}`;
  return row!;
}

describe("the time zone of an event", () => {
  it("is the same in SQL and TypeScript for every municipality and state", async () => {
    const towns = municipios.map(({ uf, codigoIbge }) => ({ uf, ibge: codigoIbge as number | null }));
    const places = [...towns, ...[...new Set(towns.map(({ uf }) => uf))].map((uf) => ({ uf, ibge: null }))];
    const rows = await sql<{ uf: string; ibge: number | null; zone: string }[]>`
      select uf, ibge, private.zone_of_town(uf, ibge) as zone
      from jsonb_to_recordset(${sql.json(places)}) as place (uf text, ibge integer)`;
    expect(rows).toHaveLength(places.length);
    expect(rows.filter(({ uf, ibge, zone }) => zone !== timeZoneOf(uf, ibge))).toEqual([]);
  });

  it.each([
    ["America/Noronha", NORONHA],
    ["America/Eirunepe", { state_abbr: "AM", municipality_ibge: 1_304_062, town: "Tabatinga" }],
    ["America/Manaus", { state_abbr: "AM", municipality_ibge: 1_302_603, town: "Manaus" }],
    ["America/Rio_Branco", RIO_BRANCO],
  ])("is %s by its municipality, whichever zone is passed", (zone, place) =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { ...place, time_zone: "America/Sao_Paulo" });
      expect((await zoneOf(tx, id)).time_zone).toBe(zone);
    }),
  );

  it("is asked for by municipality: no other function takes the zone of the state", async () => {
    const rows = await sql<{ name: string }[]>`
      select proname as name from pg_proc where pronamespace = 'private'::regnamespace and prosrc like '%zone_of_state%' order by 1`;
    // event_from is followed by the trigger of the table.
    expect(rows.map(({ name }) => name)).toEqual(["event_from", "zone_of_town"]);
  });

  it("follows a change of the state in the panel, which keeps the local hours", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, {});
      const before = await zoneOf(tx, id);
      await becomeRole(tx, "editor");
      await tx`update public.events set ${tx(RIO_BRANCO)} where id = ${id}`;
      expect(await zoneOf(tx, id)).toEqual({ ...before, time_zone: "America/Rio_Branco" });
    }));

  it("keeps the moments that a change of the place passes", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, {});
      await becomeRole(tx, "editor");
      await tx`update public.events set ${tx({ ...RIO_BRANCO, starts_at: "2027-02-01T14:00:00Z", ends_at: "2027-02-01T20:00:00Z" })}
        where id = ${id}`;
      expect(await zoneOf(tx, id)).toMatchObject({ starts: "2027-02-01 09:00", ends: "2027-02-01 15:00" });
    }));
});

describe("dates that hang on the date of an event", () => {
  it("are all declared, those that move and those that stay", async () => {
    const found = await sql<{ name: string }[]>`
      select relation.relname || '.' || attribute.attname as name
      from pg_attribute as attribute
      join pg_class as relation on relation.oid = attribute.attrelid
      where relation.relnamespace = 'public'::regnamespace and relation.relkind = 'r' and attribute.attnum > 0 and not attribute.attisdropped
        and attribute.atttypid in ('date'::regtype, 'timestamptz'::regtype, 'timestamp'::regtype)
        and (relation.relname = 'events' or exists (
          select from pg_constraint as key
          where key.conrelid = relation.oid and key.contype = 'f'
            and key.confrelid in ('public.events'::regclass, 'public.event_registrations'::regclass, 'public.rallies'::regclass)
        ))
        -- Times that something happened have no plan behind them.
        and attribute.attname !~ '^(created|updated|deleted|decided|published|issued|revoked|sent|ended|started|failed|cancelled|confirmed|consented|email_confirmed|changed|signed|approved|received|scanned|undone|mailed|last_sync|messages_refused|attendance_asked|push_taken|push_done)_at$'
      order by 1`;
    const declared = await sql<
      { name: string }[]
    >`select relation || '.' || date_column as name from private.event_dates order by 1`;
    expect(found.map(({ name }) => name)).toEqual(declared.map(({ name }) => name));
  });

  /** An event on 20 March with programme, kind, voting and a scheduled message. */
  async function addPlanned(tx: TransactionSql, status = "published") {
    const id = await addEvent(tx, {
      status,
      starts_at: "2027-03-20T12:00:00Z",
      ends_at: "2027-03-21T21:00:00Z",
      votes_open_at: "2027-03-20T13:00:00Z",
      votes_close_at: "2027-03-20T20:00:00Z",
    });
    await tx`insert into public.event_days (event_id, day) values (${id}, '2027-03-20'), (${id}, '2027-03-21')`;
    await tx`insert into public.event_registration_types (event_id, kind, name, opens_at, closes_at, edit_until)
      values (${id}, 'publico', 'Público', '2027-03-01T03:00:00Z', '2027-03-19T21:00:00Z', '2027-03-18T03:00:00Z')`;
    await tx`insert into public.event_messages (id, event_id, channel, subject, body, send_at)
      values (gen_random_uuid(), ${id}, 'mail', 'Lembrete', 'Até sábado', '2027-03-17T12:00:00Z')`;
    return id;
  }

  async function datesOf(tx: TransactionSql, id: string) {
    const [row] = await tx`
      select ${tx.unsafe(local("starts_at"))} as starts, ${tx.unsafe(local("votes_open_at"))} as votes,
        (select array_agg(day::text order by day) from public.event_days where event_id = events.id) as days,
        (select array[${tx.unsafe(local("opens_at"))}, ${tx.unsafe(local("closes_at"))}, ${tx.unsafe(local("edit_until"))}]
          from public.event_registration_types where event_id = events.id) as kind,
        (select ${tx.unsafe(local("send_at"))} from public.event_messages where event_id = events.id) as message
      from public.events where id = ${id}`;
    return row;
  }

  const MOVED = {
    starts: "2027-02-10 09:00",
    votes: "2027-02-10 10:00",
    days: ["2027-02-10", "2027-02-11"],
    kind: ["2027-01-22 00:00", "2027-02-09 18:00", "2027-02-08 00:00"],
    message: "2027-02-07 09:00",
  };

  it("move when the new date is announced, the opening too", () =>
    asOwner(async (tx) => {
      const id = await addPlanned(tx);
      const expected_version = await versionOf(tx, id);
      await callAs(
        tx,
        "editor",
        () =>
          tx`select public.change_event_dates(${id}, '2027-02-10T12:00:00Z', '2027-02-11T21:00:00Z', null, ${expected_version}::text::timestamptz)`,
      );
      expect(await datesOf(tx, id)).toEqual(MOVED);
    }));

  it("move when the panel changes the date of a draft", () =>
    asOwner(async (tx) => {
      const id = await addPlanned(tx, "draft");
      await callAs(
        tx,
        "editor",
        () =>
          tx`update public.events set starts_at = '2027-02-10T12:00:00Z', ends_at = '2027-02-11T21:00:00Z' where id = ${id}`,
      );
      expect(await datesOf(tx, id)).toEqual(MOVED);
    }));

  it("keep their local hours when the event gets another time zone", () =>
    asOwner(async (tx) => {
      const id = await addPlanned(tx, "draft");
      const before = await datesOf(tx, id);
      await callAs(tx, "editor", () => tx`update public.events set ${tx(NORONHA)} where id = ${id}`);
      expect(await datesOf(tx, id)).toEqual(before);
    }));

  it("leave a registration open that has opened", () =>
    asOwner(async (tx) => {
      const id = await addPlanned(tx, "draft");
      await tx`update public.event_registration_types set opens_at = now() - interval '1 day' where event_id = ${id}`;
      await tx`update public.events set starts_at = starts_at + interval '60 days', ends_at = ends_at + interval '60 days' where id = ${id}`;
      const [row] =
        await tx`select opens_at < now() as is_open from public.event_registration_types where event_id = ${id}`;
      expect(row).toEqual({ is_open: true });
    }));

  it("are listed for the editors of the event only", () =>
    asOwner(async (tx) => {
      const id = await addPlanned(tx, "draft");
      await becomeRole(tx, "editor");
      const [row] = await tx<{ list: Record<string, unknown[]> }[]>`select public.event_date_list(${id}) as list`;
      expect(row!.list).toMatchObject({ days: ["2027-03-20", "2027-03-21"], kinds: [{ name: "Público" }] });
      expect(row!.list.messages).toHaveLength(1);
      await becomeRole(tx, "vendedor");
      await expect(tx`select public.event_date_list(${id})`).rejects.toMatchObject({ code: "42501" });
    }));
});

describe("scheduled moments of events", () => {
  const due = async (tx: TransactionSql, since: string) => {
    // Voting at the example event opens when the database is seeded.
    await tx`update public.events set votes_open_at = null, votes_close_at = null where is_demo`;
    await tx`delete from private.expired_tags`;
    await tx`update private.publication set events_until = now() - ${since}::interval`;
    await tx`select private.publish_due_events()`;
    const rows = await tx<{ tags: string[] }[]>`select tags from private.expired_tags`;
    return rows.flatMap(({ tags }) => tags);
  };

  it.each([
    ["opens", { opens_at: "now() - interval '5 seconds'" }],
    ["closes", { closes_at: "now() - interval '5 seconds'" }],
  ])("registration that %s makes the pages of its state fresh once", (_what, moment) =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "published" });
      const [[column, value]] = Object.entries(moment) as [[string, string]];
      await tx`insert into public.event_registration_types (event_id, kind, name) values (${id}, 'publico', 'Público')`;
      await tx`update public.event_registration_types set ${tx(column)} = ${tx.unsafe(value)} where event_id = ${id}`;
      expect(await due(tx, "10 seconds")).toEqual(["events:SC"]);
      expect(await due(tx, "3 seconds")).toEqual([]);
    }),
  );

  it.each(["starts_at", "ends_at", "votes_open_at"])("%s makes the pages of its state fresh", (column) =>
    asOwner(async (tx) => {
      const id = await addEvent(tx, { status: "published" });
      await tx`update public.events set starts_at = now() - interval '2 days', ends_at = now() + interval '1 day',
        votes_open_at = now() - interval '1 day', votes_close_at = now() + interval '1 hour' where id = ${id}`;
      await tx`update public.events set ${tx(column)} = now() - interval '5 seconds' where id = ${id}`;
      expect(await due(tx, "10 seconds")).toEqual(["events:SC"]);
    }),
  );

  it("a draft makes no page fresh", () =>
    asOwner(async (tx) => {
      const id = await addEvent(tx);
      await tx`update public.events set starts_at = now() - interval '5 seconds', ends_at = now() + interval '1 day' where id = ${id}`;
      expect(await due(tx, "10 seconds")).toEqual([]);
    }));

  it("a new day makes the pages fresh that show what is valid today", () =>
    asOwner(async (tx) => {
      await tx`delete from private.expired_tags`;
      await tx`update private.publication set events_until = now() - interval '1 day'`;
      await tx`select private.publish_due()`;
      const rows = await tx<{ tags: string[] }[]>`select tags from private.expired_tags`;
      expect(rows.flatMap(({ tags }) => tags)).toEqual(expect.arrayContaining(["ads", "events", "vouchers"]));
    }));
});
