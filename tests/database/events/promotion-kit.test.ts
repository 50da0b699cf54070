import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, EDITORS_UP, ID_OF, NOBODY } from "../actors";
import { asOwner, becomeRole } from "../as-role";
import { makeKind, register } from "./registration-support";

type Tx = TransactionSql;

const EVENT = "00000000-0000-4000-8000-00000000e731";
const PROMOTION = "00000000-0000-4000-8000-00000000e732";
const LINK = "00000000-0000-4000-8000-00000000e733";
const CODE = "abcdefgh";

const addEvent = (tx: Tx) => tx`
  insert into public.events (id, slug, title, organizer_name, state_abbr, municipality_ibge, town, starts_at, ends_at, status, published_at)
  values (${EVENT}, 'encontro-em-destaque', 'Encontro', 'Clube', 'AC', 1200401, 'Rio Branco', now() + interval '20 days', now() + interval '21 days', 'published', now())`;
/** A period from `from` to `until` days after today; the checks of the trigger are for new periods only. */
const addPromotion = (from: number, until: number) => async (tx: Tx) => {
  await addEvent(tx);
  await tx`
    insert into public.event_promotions (id, event_id, state_abbr, starts_on, ends_on)
    values (${PROMOTION}, ${EVENT}, 'AC', (now() at time zone 'America/Sao_Paulo')::date + ${from}::int, (now() at time zone 'America/Sao_Paulo')::date + ${until}::int)`;
};
async function addLink(tx: Tx) {
  await addEvent(tx);
  await tx`insert into public.event_links (id, event_id, audience, code) values (${LINK}, ${EVENT}, 'clubs', ${CODE})`;
  await tx`insert into public.event_link_days (link_id, day, visits) values (${LINK}, (now() at time zone 'America/Sao_Paulo')::date, 3)`;
}

const book = (tx: Tx, state: string | null, from: number, until: number) => tx`
  insert into public.event_promotions (event_id, state_abbr, starts_on, ends_on)
  values (${EVENT}, ${state}, (now() at time zone 'America/Sao_Paulo')::date + ${from}::int, (now() at time zone 'America/Sao_Paulo')::date + ${until}::int)`;

describeAccess("event_promotions", addPromotion(0, 5), [
  ["select a running period", ACTORS, (tx) => tx`select event_id from public.event_promotions where id = ${PROMOTION}`],
  [
    "select a coming period",
    EDITORS_UP,
    (tx) => tx`select event_id from public.event_promotions where id = ${PROMOTION}`,
    addPromotion(2, 5),
  ],
  ["insert", EDITORS_UP, (tx) => book(tx, "AC", 0, 5), addEvent],
  [
    "insert in the name of another account",
    NOBODY,
    (tx) => tx`
      insert into public.event_promotions (event_id, starts_on, ends_on, created_by)
      values (${EVENT}, current_date, current_date + 1, ${ID_OF.another_user})`,
    addEvent,
  ],
  ["update", NOBODY, (tx) => tx`update public.event_promotions set ends_on = ends_on + 1 where id = ${PROMOTION}`],
  ["delete", EDITORS_UP, (tx) => tx`delete from public.event_promotions where id = ${PROMOTION}`],
]);

describeAccess("event_links", addLink, [
  ["select", EDITORS_UP, (tx) => tx`select code from public.event_links where id = ${LINK}`],
  [
    "insert",
    EDITORS_UP,
    (tx) => tx`insert into public.event_links (event_id, audience, label) values (${EVENT}, 'sponsors', 'Revista')`,
    addEvent,
  ],
  [
    "insert with a code of its own",
    NOBODY,
    (tx) => tx`insert into public.event_links (event_id, audience, code) values (${EVENT}, 'clubs', 'aaaaaaaa')`,
    addEvent,
  ],
  ["update", NOBODY, (tx) => tx`update public.event_links set label = 'x' where id = ${LINK}`],
  ["delete", NOBODY, (tx) => tx`delete from public.event_links where id = ${LINK}`],
]);

describeAccess("event_link_days", addLink, [
  ["select", EDITORS_UP, (tx) => tx`select visits from public.event_link_days where link_id = ${LINK}`],
  [
    "insert",
    NOBODY,
    (tx) => tx`insert into public.event_link_days (link_id, day, visits) values (${LINK}, current_date - 9, 1)`,
    addLink,
  ],
  ["update", NOBODY, (tx) => tx`update public.event_link_days set visits = 9 where link_id = ${LINK}`],
  ["delete", NOBODY, (tx) => tx`delete from public.event_link_days where link_id = ${LINK}`],
]);

const expired = (tx: Tx) => tx`
  select tags from private.expired_tags where 'events:AC' = any (tags) and transaction_id = pg_current_xact_id()`;

describe("a featured event", () => {
  it("has the page of a state alone, and the page of the portal is another one", () =>
    asOwner(async (tx) => {
      await addPromotion(3, 6)(tx);
      await expect(tx.savepoint((inner) => book(inner, "AC", 6, 8))).rejects.toThrow("promotion_taken");
      await book(tx, "AC", 7, 8);
      await book(tx, null, 3, 6);
    }));

  it.each([
    ["on the page of another state", "SC", 0, 1],
    ["after its last day", "AC", 20, 30],
    ["in the past", "AC", -5, -1],
  ] as const)("is refused %s", (_, state, from, until) =>
    asOwner(async (tx) => {
      await addEvent(tx);
      await expect(book(tx, state, from, until)).rejects.toMatchObject({ code: "23514" });
    }),
  );

  it("is refused while it is not published", () =>
    asOwner(async (tx) => {
      await addEvent(tx);
      await tx`update public.events set status = 'postponed' where id = ${EVENT}`;
      await expect(book(tx, "AC", 0, 1)).rejects.toMatchObject({ constraint_name: "promotion_of_a_published_event" });
    }));

  it("expires pages at once when it runs today, and not when it comes later", () =>
    asOwner(async (tx) => {
      await addEvent(tx);
      await tx`delete from private.expired_tags`;
      await book(tx, "AC", 2, 3);
      expect(await expired(tx)).toHaveLength(0);
      await book(tx, "AC", 0, 1);
      expect(await expired(tx)).toHaveLength(1);
    }));

  it("expires the pages of the states with a change of the day together", () =>
    asOwner(async (tx) => {
      await addPromotion(0, 4)(tx);
      await tx`delete from private.expired_tags`;
      await tx`select private.refresh_promotion_pages()`;
      expect(await expired(tx)).toHaveLength(1);
      await tx`delete from private.expired_tags`;
      await tx`update public.event_promotions set starts_on = starts_on - 2 where id = ${PROMOTION}`;
      await tx`select private.refresh_promotion_pages()`;
      expect(await expired(tx)).toHaveLength(0);
      await tx`update public.event_promotions set ends_on = (now() at time zone 'America/Sao_Paulo')::date - 1 where id = ${PROMOTION}`;
      await tx`select private.refresh_promotion_pages()`;
      expect(await expired(tx)).toHaveLength(1);
    }));
});

describe("a short link", () => {
  const open = async (tx: Tx, code: string, isCounted: boolean) =>
    (await tx<{ slug: string | null }[]>`select public.open_event_link(${code}, ${isCounted}) as slug`)[0]!.slug;
  const results = async (tx: Tx) => {
    const [row] = await tx<{ visits: string; registrations: string }[]>`
      select visits, registrations from public.event_link_results(${EVENT})`;
    return row;
  };

  it("leads to its event and counts visits of people only, in any letter case", () =>
    asOwner(async (tx) => {
      await addLink(tx);
      expect(await open(tx, CODE.toUpperCase(), true)).toBe("encontro-em-destaque");
      expect(await open(tx, CODE, false)).toBe("encontro-em-destaque");
      expect(await results(tx)).toEqual({ visits: "4", registrations: "0" });
    }));

  it("leads nowhere and counts nothing when visitors do not see the event", () =>
    asOwner(async (tx) => {
      await addLink(tx);
      await tx`update public.events set status = 'draft' where id = ${EVENT}`;
      expect(await open(tx, CODE, true)).toBeNull();
      expect(await open(tx, "zzzzzzzz", true)).toBeNull();
      expect(await results(tx)).toEqual({ visits: "3", registrations: "0" });
    }));

  it("counts a registration of its event once", () =>
    asOwner(async (tx) => {
      await addLink(tx);
      const [kind] = await tx<{ id: string }[]>`
        insert into public.event_registration_types (event_id, kind, name) values (${EVENT}, 'publico', 'Público') returning id`;
      const { id } = await register(tx, kind!.id);
      const attribute = (registration: string) => tx`select public.attribute_registration(${registration}, ${CODE})`;
      await attribute(id);
      await attribute(id);
      const other = await makeKind(tx);
      await attribute((await register(tx, other.type)).id);
      expect(await results(tx)).toEqual({ visits: "3", registrations: "1" });
    }));

  it.each(ACTORS)("is opened and counted by the server only: %s", (actor) =>
    asOwner(async (tx) => {
      await becomeRole(tx, actor);
      await expect(tx.savepoint((inner) => open(inner, CODE, true))).rejects.toMatchObject({ code: "42501" });
      await expect(tx`select public.attribute_registration(${EVENT}, ${CODE})`).rejects.toMatchObject({
        code: "42501",
      });
    }),
  );
});

describe("a notice to the people of an event", () => {
  it("reaches accounts with a live registration", () =>
    asOwner(async (tx) => {
      const { event, type } = await makeKind(tx);
      const { id } = await register(tx, type);
      await tx`update public.event_registrations set user_id = ${ID_OF.user} where id = ${id}`;
      await becomeRole(tx, "superadministrador");
      const count = async () => {
        return (await tx<{ count: number }[]>`select public.count_audience('event', null, null, ${event}) as count`)[0]!
          .count;
      };
      expect(await count()).toBe(1);
      await tx`reset role`;
      await tx`update public.event_registrations set status = 'cancelled' where id = ${id}`;
      await becomeRole(tx, "superadministrador");
      expect(await count()).toBe(0);
    }));
});
