import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ID_OF, NOBODY, type Actor } from "../actors";
import { asRole } from "../as-role";
import { addTrip, TRIP } from "./rows";
import { keyOf } from "../outcomes";

const TRACK = "00000000-0000-4000-8000-00000000f101";

const addTrack = (tx: TransactionSql) =>
  tx`insert into public.trip_tracks (id, owner_id, started_at) values (${TRACK}, ${ID_OF.user}, now() - interval '1 hour')`;
const addPiece = async (tx: TransactionSql) => {
  await addTrack(tx);
  await tx`insert into public.trip_track_pieces (track_id, number, owner_id, points) values (${TRACK}, 0, ${ID_OF.user}, '[[0, -2780000, -5030000, 5, 900]]')`;
};

describeAccess("trip_tracks", addTrack, [
  ["select", ["user"], (tx) => tx`select id from public.trip_tracks where id = ${TRACK}`],
  [
    "insert",
    NOBODY,
    (tx) => tx`insert into public.trip_tracks (id, owner_id, started_at) values (${TRACK}, auth.uid(), now())`,
  ],
  ["update", NOBODY, (tx) => tx`update public.trip_tracks set trip_id = null where id = ${TRACK}`],
  ["delete", NOBODY, (tx) => tx`delete from public.trip_tracks where id = ${TRACK}`],
]);

describeAccess("trip_track_pieces", addPiece, [
  ["select", ["user"], (tx) => tx`select number from public.trip_track_pieces where track_id = ${TRACK}`],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.trip_track_pieces (track_id, number, owner_id, points) values (${TRACK}, 0, auth.uid(), '[[0, 0, 0, 5, null]]')`,
    addTrack,
  ],
  ["update", NOBODY, (tx) => tx`update public.trip_track_pieces set number = 7 where track_id = ${TRACK}`],
  ["delete", NOBODY, (tx) => tx`delete from public.trip_track_pieces where track_id = ${TRACK}`],
]);

type Point = readonly [at: number, lat: number, lng: number, accuracy: number, altitude: number | null];
/** Points every second on a line to the north, 22 m apart (80 km/h). */
const pointsFrom = (first: number, count: number): Point[] =>
  Array.from({ length: count }, (_, index) => [
    (first + index) * 10,
    -2_780_000 + (first + index) * 20,
    -5_030_000,
    5,
    null,
  ]);

type Run<T> = (tx: TransactionSql) => Promise<T>;
const run = <T>(work: Run<T>, { actor = "user" as Actor, arrange = addTrack as Run<unknown> } = {}) =>
  asRole(actor, arrange, work);
const start = (tx: TransactionSql, minutesAgo = 60, trip: string | null = null) =>
  keyOf(tx`select public.start_trip_track(${TRACK}, ${trip}, now() - ${minutesAgo} * interval '1 minute') as answer`);
const append = (tx: TransactionSql, number: number, points: unknown) =>
  keyOf(tx`select public.append_trip_track(${TRACK}, ${number}, ${tx.json(points as never)}) as answer`);
const finish = (tx: TransactionSql, pieces: number, { km = 10, minutesAgo = 1, moving = 20 } = {}) =>
  keyOf(
    tx`select public.finish_trip_track(${TRACK}, ${pieces}, now() - ${minutesAgo} * interval '1 minute', ${km}, 0, ${moving}) as answer`,
  );
const numbers = async (tx: TransactionSql) =>
  (
    await tx<
      { number: number }[]
    >`select number from public.trip_track_pieces where track_id = ${TRACK} order by number`
  ).map(({ number }) => number);

describe("a track in pieces", () => {
  it("stores each piece once, however often it is sent, and ends once", async () => {
    const result = await run(
      async (tx) => [
        [await start(tx), await start(tx)],
        [await append(tx, 0, pointsFrom(0, 100)), await append(tx, 0, pointsFrom(0, 100))],
        [await append(tx, 1, pointsFrom(100, 40)), await append(tx, 0, pointsFrom(0, 100))],
        [await finish(tx, 2), await finish(tx, 2, { km: 20 }), await append(tx, 1, pointsFrom(100, 40))],
        await append(tx, 2, pointsFrom(140, 1)),
        await numbers(tx),
        (await tx`select km from public.trip_tracks where id = ${TRACK}`)[0]!.km as number,
      ],
      { arrange: async () => undefined },
    );
    expect(result).toEqual([
      ["saved", "saved"],
      ["saved", "saved"],
      ["saved", "saved"],
      ["saved", "saved", "saved"],
      "ended",
      [0, 1],
      10,
    ]);
  });

  it("answers conflict for another content of a stored piece and keeps the first", async () => {
    const result = await run(async (tx) => [
      await append(tx, 0, pointsFrom(0, 2)),
      await append(tx, 0, pointsFrom(0, 3)),
      (await tx`select jsonb_array_length(points) as count from public.trip_track_pieces`)[0]!.count as number,
    ]);
    expect(result).toEqual(["saved", "conflict", 2]);
  });

  it("needs every piece in order and all of them at the end", async () => {
    const result = await run(async (tx) => [
      await append(tx, 1, pointsFrom(0, 1)),
      await append(tx, 0, pointsFrom(0, 1)),
      await finish(tx, 2),
      await finish(tx, 1),
    ]);
    expect(result).toEqual(["missing", "saved", "missing", "saved"]);
  });

  it("accepts a step at 290 km/h and refuses one at 400 km/h, in a piece and between two", async () => {
    // 30 seconds; 0.001 degrees are 111 m.
    const jump = (metres: number): Point[] => [[300, -2_780_000 + Math.round(metres / 1.112), -5_030_000, 5, null]];
    const first: Point[] = [[0, -2_780_000, -5_030_000, 5, null]];
    const result = await run(async (tx) => [
      await append(tx, 0, [...first, ...jump(3850)]),
      await append(tx, 0, first),
      await append(tx, 1, jump(3850)),
      await append(tx, 1, jump(2400)),
    ]);
    expect(result).toEqual(["implausible", "saved", "implausible", "saved"]);
  });

  it.each([
    ["no list", {}],
    ["no points", []],
    ["101 points", pointsFrom(0, 101)],
    ["a point of four numbers", [[0, 0, 0, 5]]],
    ["a text instead of a number", [["0", 0, 0, 5, null]]],
    ["a latitude of 91 degrees", [[0, 9_100_000, 0, 5, null]]],
    ["a time before the start", [[-1, 0, 0, 5, null]]],
    ["null as a position", [[0, null, 0, 5, null]]],
  ])("refuses %s as a piece", async (_, points) => {
    expect(await run((tx) => append(tx, 0, points))).toBe("invalid");
  });

  it("refuses times that do not increase", async () => {
    expect(await run((tx) => append(tx, 0, [pointsFrom(5, 1)[0], pointsFrom(4, 1)[0]]))).toBe("implausible");
  });

  it("refuses points and an end in the future", async () => {
    const late: Point[] = [[70 * 60 * 10, -2_780_000, -5_030_000, 5, null]];
    expect(await run(async (tx) => [await append(tx, 0, late), await finish(tx, 0, { minutesAgo: -10 })])).toEqual([
      "in_future",
      "in_future",
    ]);
  });

  it.each([
    ["a speed that no car has", { km: 30 * 60 + 20 }],
    ["more minutes at speed than passed", { moving: 62 }],
    ["a negative length", { km: -1 }],
    ["an end before the start", { minutesAgo: 61 }],
  ])("refuses totals with %s", async (_, totals) => {
    expect(await run((tx) => finish(tx, 0, totals))).toBe("invalid");
  });

  it.each([
    [-10, "in_future"],
    [60 * 24 * 61, "too_old"],
  ])("refuses a start %d minutes ago", async (minutesAgo, answer) => {
    expect(await run((tx) => start(tx, minutesAgo), { arrange: async () => undefined })).toBe(answer);
  });

  it("keeps 500 tracks of an account", async () => {
    const arrange = (tx: TransactionSql) => tx`
      insert into public.trip_tracks (id, owner_id, started_at)
      select gen_random_uuid(), ${ID_OF.user}, now() from generate_series(1, 500)`;
    expect(await run((tx) => start(tx), { arrange })).toBe("limit");
  });

  it("belongs to the own trip, not to one of somebody else, and stays without it when the trip is deleted for good", async () => {
    const tripOf = async (tx: TransactionSql) =>
      (await tx`select trip_id from public.trip_tracks where id = ${TRACK}`).map(({ trip_id }) => trip_id as string);
    const own = await run(
      async (tx) => {
        await start(tx, 60, TRIP);
        const before = await tripOf(tx);
        await tx`reset role`;
        await tx`delete from public.trips where id = ${TRIP}`;
        return [before, await tripOf(tx)];
      },
      { arrange: (tx) => addTrip(tx) },
    );
    expect(own).toEqual([[TRIP], [null]]);
    const other = await run(
      async (tx) => {
        await start(tx, 60, TRIP);
        return tripOf(tx);
      },
      { arrange: (tx) => addTrip(tx, "editor") },
    );
    expect(other).toEqual([null]);
  });

  it.each(ACTORS.filter((actor) => !["anon", "user"].includes(actor)))(
    "is refused for %s on the track of somebody else",
    async (actor) => {
      const result = await run(
        async (tx) => {
          const answers = [
            await start(tx),
            await append(tx, 1, pointsFrom(1, 1)),
            await finish(tx, 1),
            await keyOf(tx`select public.delete_trip_track(${TRACK}) as answer`),
            await keyOf(tx`select public.set_trip_done(${TRIP}, true) as answer`),
          ];
          await tx`reset role`;
          const [left] = await tx`
          select ended_at, (select done_at from public.trips where id = ${TRIP}) as done_at from public.trip_tracks where id = ${TRACK}`;
          return { answers, left };
        },
        {
          actor,
          arrange: async (tx) => {
            await addPiece(tx);
            await addTrip(tx);
          },
        },
      );
      expect(result.answers).toEqual(["forbidden", "gone", "gone", "gone", "gone"]);
      expect(result.left).toEqual({ ended_at: null, done_at: null });
    },
  );

  it("is deleted with its points for good; what a device sends afterwards does not bring it back", async () => {
    const result = await run(
      async (tx) => [
        await keyOf(tx`select public.delete_trip_track(${TRACK}) as answer`),
        await append(tx, 1, pointsFrom(1, 1)),
        await numbers(tx),
      ],
      { arrange: addPiece },
    );
    expect(result).toEqual(["saved", "gone", []]);
  });
});

describe("set_trip_done()", () => {
  it("closes a trip once and opens it again; the status follows", async () => {
    const set = (tx: TransactionSql, isDone: boolean) =>
      keyOf(tx`select public.set_trip_done(${TRIP}, ${isDone}) as answer`);
    const status = (tx: TransactionSql) =>
      tx<{ status: string }[]>`select status from public.trips where id = ${TRIP}`.then(([row]) => row!.status);
    const result = await run(
      async (tx) => [
        await status(tx),
        await set(tx, true),
        await set(tx, true),
        await status(tx),
        await set(tx, false),
        await status(tx),
      ],
      { arrange: (tx) => addTrip(tx) },
    );
    expect(result).toEqual(["planned", "saved", "saved", "done", "saved", "planned"]);
  });

  it("answers gone for a trip in the trash or an unknown one", async () => {
    const result = await run(
      async (tx) => {
        await tx`select public.set_trip_deleted(${TRIP}, true)`;
        return Promise.all(
          [TRIP, randomUUID()].map((id) => keyOf(tx`select public.set_trip_done(${id}, true) as answer`)),
        );
      },
      { arrange: (tx) => addTrip(tx) },
    );
    expect(result).toEqual(["gone", "gone"]);
  });
});
