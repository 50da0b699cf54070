import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { ID_OF, type Account } from "../actors";
import { asOwner, callAs } from "../as-role";
import { keyOf } from "../outcomes";
import { addClub, addEvent, CLUB } from "./rows";

const link = (tx: TransactionSql, event: string, other: string, account: Account = "user") =>
  callAs(tx, account, (as) => keyOf(as`select public.link_edition(${event}, ${other}) as answer`));
const unlink = (tx: TransactionSql, event: string) =>
  callAs(tx, "user", (as) => keyOf(as`select public.unlink_edition(${event}) as answer`));
const seriesOf = async (tx: TransactionSql, event: string) =>
  (await tx<{ series_id: string | null }[]>`select series_id from public.events where id = ${event}`)[0]!.series_id;
const countSeries = async (tx: TransactionSql) =>
  Number((await tx<{ count: string }[]>`select count(*) from public.event_series where club_id is null`)[0]!.count);
const follow = (tx: TransactionSql, series: string, email: string) => tx`
  insert into public.event_follows (email, series_id, confirmed_at) values (${email}, ${series}, now())`;

type Editions = {
  has_series: boolean;
  followers: number;
  editions: { id: string }[];
  choices: { id: string }[];
};
const editions = (tx: TransactionSql, event: string, account: Account = "user") =>
  callAs(
    tx,
    account,
    async (as) => (await as<{ answer: Editions }[]>`select public.event_editions(${event}) as answer`)[0]!.answer,
  );

describe("editions of an event", () => {
  it("are two events of one series, which a third one joins", () =>
    asOwner(async (tx) => {
      const [one, two, three] = [await addEvent(tx), await addEvent(tx), await addEvent(tx)];
      expect(await link(tx, one, two)).toBe("saved");
      expect(await link(tx, two, three)).toBe("saved");
      const series = await seriesOf(tx, one);
      expect(series).not.toBeNull();
      expect([await seriesOf(tx, two), await seriesOf(tx, three)]).toEqual([series, series]);
      const found = await editions(tx, one);
      expect(found).toMatchObject({ has_series: true, followers: 0, choices: [] });
      expect(found.editions.map(({ id }) => id).toSorted()).toEqual([two, three].toSorted());
    }));

  it("are linked by accounts that edit both events", () =>
    asOwner(async (tx) => {
      const [own, other] = [await addEvent(tx), await addEvent(tx, { organizer_id: ID_OF.another_user })];
      for (const [event, edition] of [
        [own, other],
        [other, own],
      ] as const)
        await expect(tx.savepoint((inner) => link(inner, event, edition))).rejects.toMatchObject({ code: "42501" });
      await expect(tx.savepoint((inner) => link(inner, own, own))).rejects.toThrow("invalid");
      expect((await editions(tx, own)).choices).toEqual([]);
    }));

  it("of a club are events of this club", () =>
    asOwner(async (tx) => {
      await addClub(tx, { user: "owner" });
      const [row] = await tx<{ id: string }[]>`
        insert into public.event_series (club_id, week, weekday) values (${CLUB}, 1, 0) returning id`;
      const [meeting, outside] = [await addEvent(tx, { club_id: CLUB, series_id: row!.id }), await addEvent(tx)];
      const inside = await addEvent(tx, { club_id: CLUB });
      expect(await link(tx, outside, meeting)).toBe("other_club");
      expect(await link(tx, meeting, outside)).toBe("other_club");
      expect(await link(tx, inside, meeting)).toBe("saved");
      expect(await seriesOf(tx, inside)).toBe(row!.id);
    }));

  it("keep their followers when the last event of a series moves to another one", () =>
    asOwner(async (tx) => {
      const [one, two, three] = [await addEvent(tx), await addEvent(tx), await addEvent(tx)];
      await link(tx, one, two);
      await link(tx, three, two);
      await unlink(tx, three);
      const [alone] = await tx<{ id: string }[]>`insert into public.event_series default values returning id`;
      await tx`update public.events set series_id = ${alone!.id} where id = ${three}`;
      const series = (await seriesOf(tx, one))!;
      await follow(tx, alone!.id, "ana@example.org");
      await follow(tx, alone!.id, "bia@example.org");
      await follow(tx, series, "bia@example.org");
      await link(tx, three, one);
      expect(await seriesOf(tx, three)).toBe(series);
      expect(await tx`select email from public.event_follows where series_id is not null order by email`).toEqual([
        { email: "ana@example.org" },
        { email: "bia@example.org" },
      ]);
      expect((await editions(tx, one)).followers).toBe(2);
      expect(await countSeries(tx)).toBe(1);
    }));

  it("end with the last event that leaves or is deleted", () =>
    asOwner(async (tx) => {
      const before = await countSeries(tx);
      const [one, two] = [await addEvent(tx), await addEvent(tx)];
      await link(tx, one, two);
      expect(await unlink(tx, one)).toBe("saved");
      expect(await countSeries(tx)).toBe(before + 1);
      await tx`delete from public.events where id = ${two}`;
      expect(await countSeries(tx)).toBe(before);
    }));

  it("that are drafts of somebody else are not listed", () =>
    asOwner(async (tx) => {
      const [one, two] = [await addEvent(tx), await addEvent(tx)];
      await link(tx, one, two);
      await tx`update public.events set organizer_id = ${ID_OF.another_user} where id = ${two}`;
      expect((await editions(tx, one)).editions).toEqual([]);
      await tx`update public.events set status = 'published' where id = ${two}`;
      expect((await editions(tx, one)).editions).toMatchObject([{ id: two }]);
    }));

  it("a copy of an edition is the next one", () =>
    asOwner(async (tx) => {
      const [one, two] = [await addEvent(tx), await addEvent(tx)];
      await link(tx, one, two);
      const copy = crypto.randomUUID();
      await callAs(
        tx,
        "user",
        (as) => as`select public.duplicate_event(${one}, (now() + interval '300 days')::date, ${copy})`,
      );
      expect(await seriesOf(tx, copy)).toBe(await seriesOf(tx, one));
    }));
});
