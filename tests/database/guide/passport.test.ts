import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ID_OF, NOBODY, type Account } from "../actors";
import { asRole } from "../as-role";
import { keyOf } from "../outcomes";

const LAGES = 4209300;
const FLORIANOPOLIS = 4205407;
const TOKEN = "A".repeat(22);

const addStamp = (tx: TransactionSql, account = ID_OF.user, minutesAgo = 600) => tx`
  insert into public.passport_stamps (account_id, city_ibge, state_abbr, distance_m, accuracy_m, stamped_at, client_id)
  values (${account}, ${LAGES}, 'SC', 10, 10, now() - ${minutesAgo} * interval '1 minute', gen_random_uuid())`;
const addShare = (tx: TransactionSql) =>
  tx`insert into public.passport_shares (account_id, name, token) values (${ID_OF.user}, 'Maria', ${TOKEN})`;

describeAccess("passport_stamps", addStamp, [
  ["select", ["user"], (tx) => tx`select id from public.passport_stamps where city_ibge = ${LAGES}`],
  ["insert", NOBODY, addStamp],
  ["update", NOBODY, (tx) => tx`update public.passport_stamps set accuracy_m = 1 where city_ibge = ${LAGES}`],
  ["delete", NOBODY, (tx) => tx`delete from public.passport_stamps where city_ibge = ${LAGES}`],
]);

describeAccess("passport_shares", addShare, [
  ["select", ["user"], (tx) => tx`select name from public.passport_shares where token = ${TOKEN}`],
  ["insert", NOBODY, addShare],
  ["update", NOBODY, (tx) => tx`update public.passport_shares set name = 'x' where token = ${TOKEN}`],
  ["delete", NOBODY, (tx) => tx`delete from public.passport_shares where token = ${TOKEN}`],
]);

type Attempt = {
  client?: string;
  type?: string;
  id?: string;
  lat?: number;
  lng?: number;
  accuracy?: number;
  minutesAgo?: number;
};

/** Stamps Lages from the seat of the town unless other values are given; the positions are those of the seats. */
async function stamp(tx: TransactionSql, attempt: Attempt = {}): Promise<string> {
  const { client = randomUUID(), type = "city", id = String(LAGES), accuracy = 20, minutesAgo = 1 } = attempt;
  const [seat] = await tx<
    { lat: number; lng: number }[]
  >`select lat, lng from public.cities where ibge_code = ${LAGES}`;
  const [lat, lng] = [attempt.lat ?? seat!.lat, attempt.lng ?? seat!.lng];
  return keyOf(tx`
    select public.stamp_passport(${client}, ${type}, ${id}, ${lat}, ${lng}, ${accuracy}, now() - ${minutesAgo} * interval '1 minute') as answer`);
}

const count = async (tx: TransactionSql) => (await tx`select from public.passport_stamps`).count;
const as = <Result>(
  work: (tx: TransactionSql) => Promise<Result>,
  arrange?: (tx: TransactionSql) => Promise<unknown>,
  actor: Account = "user",
) => asRole(actor, arrange, work);

/** A photo point 150 m in radius at 27.5° south, 50° west. */
const addPoint =
  (values: { approximate?: boolean; status?: string } = {}) =>
  (tx: TransactionSql) =>
    tx`
  insert into public.photo_points (id, name, slug, state_abbr, city_ibge, lat, lng, is_approximate, status)
  values ('00000000-0000-4000-8000-0000000000aa', 'Mirante', 'mirante-do-carimbo', 'SC', ${LAGES}, -27.5, -50,
    ${values.approximate ?? false}, ${values.status ?? "published"})`;
const POINT = { type: "photo_point", id: "00000000-0000-4000-8000-0000000000aa", lng: -50 };

describe("stamp_passport()", () => {
  it("stamps a town near its seat and stores no position", async () => {
    const rows = await as(async (tx) => {
      expect(await stamp(tx)).toBe("saved");
      return tx`select * from public.passport_stamps`;
    });
    expect(rows).toHaveLength(1);
    expect(rows[0]).toMatchObject({ city_ibge: LAGES, state_abbr: "SC", accuracy_m: 20 });
    expect(Object.keys(rows[0]!)).not.toEqual(expect.arrayContaining(["lat"]));
  });

  it("answers a repeated request with the same result and keeps one row", async () => {
    const client = randomUUID();
    const result = await as(async (tx) => [await stamp(tx, { client }), await stamp(tx, { client }), await count(tx)]);
    expect(result).toEqual(["saved", "saved", 1]);
  });

  it("stamps a place once per account", async () => {
    const result = await as(async (tx) => [await stamp(tx), await stamp(tx), await count(tx)]);
    expect(result).toEqual(["saved", "already_stamped", 1]);
  });

  it("does not compare with the stamps of other accounts", async () => {
    expect(
      await as(
        (tx) => stamp(tx),
        (tx) => addStamp(tx, ID_OF.editor, 1),
      ),
    ).toBe("saved");
  });

  it.each([
    ["another type", { type: "region" }, "unknown_subject"],
    ["an unknown town", { id: "1" }, "unknown_subject"],
    ["a text as id", { id: "'; drop table x" }, "unknown_subject"],
    ["a position 11 km away", { lat: -27.716 }, "too_far"],
    ["a position with an error of more than 1 km", { accuracy: 1001 }, "inaccurate"],
    ["a time ten minutes ahead", { minutesAgo: -10 }, "in_future"],
    ["a time 31 days ago", { minutesAgo: 31 * 1440 }, "too_old"],
  ])("refuses %s", async (_, attempt, code) => {
    expect(await as(async (tx) => [await stamp(tx, attempt), await count(tx)])).toEqual([code, 0]);
  });

  it.each([
    ["29 days ago", { minutesAgo: 29 * 1440 }],
    ["four minutes ahead, because the clock of a device may be fast", { minutesAgo: -4 }],
  ])("accepts a time %s", async (_, attempt) => {
    expect(await as((tx) => stamp(tx, attempt))).toBe("saved");
  });

  it.each([
    ["inside the radius", { ...POINT, lat: -27.501 }, {}, "saved"],
    ["outside the radius", { ...POINT, lat: -27.503 }, {}, "too_far"],
    ["outside by less than the error of the position", { ...POINT, lat: -27.502, accuracy: 100 }, {}, "saved"],
    ["with an error of more than 200 m", { ...POINT, lat: -27.5, accuracy: 201 }, {}, "inaccurate"],
    ["1.5 km from an approximate point", { ...POINT, lat: -27.5135 }, { approximate: true }, "saved"],
    ["at a draft", { ...POINT, lat: -27.5 }, { status: "draft" }, "unknown_subject"],
  ])("a photo point %s", async (_, attempt, values, code) => {
    expect(await as((tx) => stamp(tx, attempt), addPoint(values))).toBe(code);
  });

  it("refuses a speed above 300 km/h after the stamp before", async () => {
    const florianopolis = { id: String(FLORIANOPOLIS), lat: -27.595, lng: -48.548 };
    const arrange = (tx: TransactionSql) => addStamp(tx, ID_OF.user, 31);
    // About 180 km apart: 30 minutes are 360 km/h.
    expect(await as((tx) => stamp(tx, florianopolis), arrange)).toBe("implausible_speed");
    const earlier = (tx: TransactionSql) => addStamp(tx, ID_OF.user, 121);
    expect(await as((tx) => stamp(tx, florianopolis), earlier)).toBe("saved");
  });

  it("refuses a speed above 300 km/h before a later stamp, which may arrive first", async () => {
    const florianopolis = { id: String(FLORIANOPOLIS), lat: -27.595, lng: -48.548, minutesAgo: 30 };
    expect(
      await as(
        (tx) => stamp(tx, florianopolis),
        (tx) => addStamp(tx, ID_OF.user, 10),
      ),
    ).toBe("implausible_speed");
  });

  it.each([
    ["a latitude of 91", { lat: 91 }],
    ["a negative error", { accuracy: -1 }],
    ["no number", { lat: Number.NaN }],
  ])("raises an error for %s", async (_, attempt) => {
    await expect(as((tx) => stamp(tx, attempt))).rejects.toMatchObject({ code: "22023" });
  });
});

describe("passport_progress()", () => {
  it("counts the stamps of the caller beside all photo points and towns of the state", async () => {
    const rows = await as(
      (tx) => tx`select * from public.passport_progress()`,
      (tx) => addStamp(tx),
    );
    expect(rows).toEqual([expect.objectContaining({ state_abbr: "SC", photo_points: 0, cities: 1, all_cities: 295 })]);
  });
});

describe("share_passport()", () => {
  const read = async (tx: TransactionSql, token: string) =>
    (await tx<{ found: unknown }[]>`select public.shared_passport(${token}) as found`)[0]!.found;
  const stateOf = async (tx: TransactionSql, token: string | null) =>
    (await tx<{ state: string }[]>`select public.passport_share_state(${token}) as state`)[0]!.state;

  it("shows name, places and days, and nothing else", async () => {
    const found = await as(
      async (tx) => {
        const [row] = await tx<
          { token: string }[]
        >`select public.share_passport(' Maria do Opala ') ->> 'token' as token`;
        await tx`set local role anon`;
        return read(tx, row!.token);
      },
      (tx) => addStamp(tx),
    );
    expect(found).toEqual({
      revoked: false,
      name: "Maria do Opala",
      stamps: [
        {
          kind: "city",
          name: "Lages",
          slug: "lages",
          state: "SC",
          translations: {},
          day: expect.stringMatching(/^\d{4}-\d\d-\d\d$/),
        },
      ],
    });
  });

  it("ends the earlier link when a new one is made, and the last one when sharing is switched off", async () => {
    const found = await as(async (tx) => {
      const token = async () =>
        (await tx<{ token: string }[]>`select public.share_passport('Maria') ->> 'token' as token`)[0]!.token;
      const [first, second] = [await token(), await token()];
      const shared = [await read(tx, first), await read(tx, second)];
      const states = [await stateOf(tx, first), await stateOf(tx, second)];
      await tx`select public.unshare_passport()`;
      return {
        shared: [...shared, await read(tx, second), await read(tx, TOKEN)],
        states: [...states, await stateOf(tx, second), await stateOf(tx, TOKEN), await stateOf(tx, null)],
      };
    });
    expect(found).toEqual({
      shared: [{ revoked: true }, { revoked: false, name: "Maria", stamps: [] }, { revoked: true }, null],
      states: ["ended", "open", "ended", "ended", "ended"],
    });
  });

  it("shows nothing of a blocked account", async () => {
    const arrange = async (tx: TransactionSql) => {
      await addShare(tx);
      await tx`update public.profiles set blocked_at = now() where id = ${ID_OF.user}`;
    };
    const found = await as(async (tx) => [await read(tx, TOKEN), await stateOf(tx, TOKEN)], arrange, "editor");
    expect(found).toEqual([null, "ended"]);
  });

  it.each([" ", "x".repeat(61)])("refuses the name %j", async (name) => {
    await expect(as((tx) => tx`select public.share_passport(${name})`)).rejects.toMatchObject({ code: "23514" });
  });
});
