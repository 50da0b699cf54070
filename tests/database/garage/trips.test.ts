import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ID_OF, NOBODY, sessionOf, type Actor } from "../actors";
import { asRole, becomeRole, setClaims, sql } from "../as-role";
import { addTrip, planOf, save, TRIP } from "../travel/rows";
import { addSharedVehicle, addVehicle, VEHICLE } from "./vehicle-support";
import { keyOf } from "../outcomes";

const READERS: readonly Actor[] = ["user", "vendedor", "editor"];
const id = (last: string) => `00000000-0000-4000-8000-00000000b${last}`;
const [NOTED, FUEL, TOLL, OTHER_CAR] = [id("001"), id("002"), id("003"), id("004")];

const content = {
  id: NOTED,
  on_date: "2026-03-10",
  reading_km: 54_500,
  distance_km: 179,
  km_source: "odometer",
  notes: "Chuva na serra",
  origin: "Lages",
  destination: "Urubici",
  states: ["SC"],
  fuel: { id: FUEL, fuel: "gasoline", litres: 38.5, total_cents: 22_715, is_full: true },
  costs: [{ id: TOLL, category: "toll", title: "", total_cents: 1_240 }],
};

/** A shared car at 54,321 km and a planned trip of its owner. */
async function arrange(tx: TransactionSql): Promise<void> {
  await addSharedVehicle(tx);
  await tx`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km)
    values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'km', '2026-01-02', 54321)`;
  await addTrip(tx);
}

const log = async (tx: TransactionSql, more: object = {}, vehicle = VEHICLE, trip = TRIP) =>
  keyOf(tx`select public.log_trip(${trip}, ${vehicle}, ${tx.json({ ...content, ...more } as never)}) as answer`);
const rows = (tx: TransactionSql) => tx<
  { kind: string; km: number | null; cents: number | null; distance: number | null }[]
>`
  select kind, km::float8 as km, total_cents::int as cents, distance_km::float8 as distance from public.vehicle_entries
  where vehicle_id = ${VEHICLE} and trip_id = ${TRIP} and deleted_at is null order by kind`;
const run = <T>(work: (tx: TransactionSql) => Promise<T>, actor: Actor = "user", rowsBefore = arrange) =>
  asRole(actor, rowsBefore, work);

const withTrip = async (tx: TransactionSql) => {
  await arrange(tx);
  await tx`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, trip_id, distance_km)
    values (${NOTED}, ${VEHICLE}, ${ID_OF.user}, 'trip', '2026-03-10', ${TRIP}, 179)`;
  await tx`
    insert into public.vehicle_trips (entry_id, vehicle_id, owner_id, states, km_source)
    values (${NOTED}, ${VEHICLE}, ${ID_OF.user}, '{SC}', 'planned')`;
};

describeAccess("vehicle_trips", withTrip, [
  ["select", READERS, "select states from public.vehicle_trips"],
  [
    "insert",
    NOBODY,
    (tx) => tx`
      insert into public.vehicle_trips (entry_id, vehicle_id, owner_id, km_source)
      values (${NOTED}, ${VEHICLE}, ${ID_OF.user}, 'planned')`,
    async (tx) => {
      await withTrip(tx);
      await tx`delete from public.vehicle_trips`;
    },
  ],
  ["update", NOBODY, "update public.vehicle_trips set origin = 'x'"],
  ["delete", NOBODY, "delete from public.vehicle_trips"],
]);

describe("log_trip()", () => {
  it("closes the trip and writes it with fuel and costs, once however often it is sent", async () => {
    const found = await run(async (tx) => {
      const answers = [await log(tx), await log(tx), await log(tx, { id: id("009"), fuel: null, costs: [] })];
      const [trip] = await tx`select status from public.trips where id = ${TRIP}`;
      const [facts] = await tx`select origin, states, expense_ids from public.vehicle_trips`;
      const [car] = await tx`select odometer_km::float8 as km from public.vehicles where id = ${VEHICLE}`;
      return { answers, rows: [...(await rows(tx))], status: trip!.status as string, facts, km: car!.km as number };
    });
    expect(found).toEqual({
      answers: ["saved", "saved", "exists"],
      rows: [
        { kind: "expense", km: null, cents: 1240, distance: null },
        { kind: "fuel", km: 54_500, cents: 22_715, distance: null },
        { kind: "trip", km: 54_500, cents: null, distance: 179 },
      ],
      status: "done",
      facts: { origin: "Lages", states: ["SC"], expense_ids: [FUEL, TOLL] },
      km: 54_500,
    });
  });

  it("writes nothing when one of the entries is refused", async () => {
    const found = await run(async (tx) => {
      const wrongFuel = { ...content.fuel, litres: -1 };
      const answers = [
        await log(tx, { fuel: wrongFuel }),
        await log(tx, { on_date: "2999-01-01" }),
        await log(tx, { states: ["sc"] }),
        await log(tx, { km_source: "guessed" }),
        await log(tx, { id: "no-id" }),
        await log(tx, { costs: Array.from({ length: 11 }, () => content.costs[0]) }),
      ];
      const [trip] = await tx`select done_at from public.trips where id = ${TRIP}`;
      return { answers, rows: (await rows(tx)).length, doneAt: trip!.done_at as unknown };
    });
    expect(found).toEqual({
      answers: ["invalid", "in_future", "invalid", "invalid", "invalid", "invalid"],
      rows: 0,
      doneAt: null,
    });
  });

  it("estimates the kilometres of a car with a broken odometer from its trips", async () => {
    const second = "00000000-0000-4000-8000-00000000f002";
    const kms = await run(
      async (tx) => {
        const broken = { reading_km: 60_000, fuel: null, costs: [] };
        await log(tx, { ...broken, distance_km: 100 });
        await log(tx, { ...broken, id: id("005"), distance_km: 50, on_date: "2026-03-01" }, VEHICLE, second);
        return [
          ...(await tx`
            select reading_km, estimated_km::float8 as km from public.vehicle_entries
            where vehicle_id = ${VEHICLE} and kind = 'trip' order by on_date desc`),
          ...(await tx`select odometer_is_estimated, odometer_km::float8 as km from public.vehicles where id = ${VEHICLE}`),
        ];
      },
      "user",
      async (tx) => {
        await arrange(tx);
        await addTrip(tx, "user", second);
        await tx`update public.vehicles set odometer_state = 'broken' where id = ${VEHICLE}`;
      },
    );
    expect(kms).toEqual([
      { reading_km: null, km: 54_421 },
      { reading_km: null, km: 54_471 },
      { odometer_is_estimated: true, km: 54_471 },
    ]);
  });

  it("never estimates beyond the next reading", async () => {
    const km = await run(
      async (tx) => {
        await log(tx, { distance_km: 500, fuel: null, costs: [] });
        return (await rows(tx))[0]!.km;
      },
      "user",
      async (tx) => {
        await arrange(tx);
        await tx`
          insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km)
          values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'km', '2026-04-01', 54400)`;
        await tx`update public.vehicles set odometer_state = 'broken' where id = ${VEHICLE}`;
      },
    );
    expect(km).toBe(54_400);
  });

  it("counts the offset of a replaced odometer from its day on", async () => {
    const kms = await run(
      async (tx) => {
        await log(tx, { reading_km: 120, on_date: "2026-03-10", fuel: null, costs: [] });
        return (await rows(tx))[0]!.km;
      },
      "user",
      async (tx) => {
        await arrange(tx);
        await tx`
          insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, offset_km, replaces_odometer)
          values (gen_random_uuid(), ${VEHICLE}, ${ID_OF.user}, 'km', '2026-02-01', 0, 54400, true)`;
      },
    );
    expect(kms).toBe(54_520);
  });

  it.each(ACTORS.filter((actor) => actor !== "anon" && actor !== "user"))(
    "refuses %s the trip of somebody else",
    async (actor) => {
      expect(await run((tx) => log(tx), actor)).toBe("gone");
    },
  );

  it.each([
    ["another_user", "forbidden"],
    ["admin", "forbidden"],
    ["vendedor", "forbidden"],
    ["editor", "saved"],
  ] as const)("own trips of %s in a car of somebody else are %s", async (actor, status) => {
    const own = async (tx: TransactionSql) => {
      await arrange(tx);
      await tx`update public.trips set owner_id = ${ID_OF[actor]} where id = ${TRIP}`;
    };
    expect(await run((tx) => log(tx), actor, own)).toBe(status);
  });

  it("writes one trip when two tabs close it at the same time", async () => {
    await sql.begin(async (tx) => {
      await arrange(tx);
      // The session of the account is shared by both tabs.
      await setClaims(tx, "user");
    });
    try {
      const tab = (last: string) =>
        sql.begin(async (tx) => {
          await becomeRole(tx, "user");
          return log(tx, { id: id(last), fuel: { ...content.fuel, id: id(`${last[0]}f1`) }, costs: [] });
        });
      const answers = await Promise.all([tab("101"), tab("201")]);
      const found =
        await sql`select id from public.vehicle_entries where vehicle_id = ${VEHICLE} and trip_id = ${TRIP}`;
      expect([answers.toSorted(), found.length]).toEqual([["exists", "saved"], 2]);
    } finally {
      await sql`delete from public.vehicles where id = ${VEHICLE}`;
      await sql`delete from public.trips where id = ${TRIP}`;
      await sql`delete from auth.sessions where id = ${sessionOf("user")}`;
    }
  });
});

describe("list_vehicle_trips()", () => {
  const list = (tx: TransactionSql) =>
    tx`select origin, total_cents::int as cents, opens_trip from public.list_vehicle_trips(${VEHICLE})`;

  it("sums what belongs to a trip, also after its plan was deleted", async () => {
    const found = await run(async (tx) => {
      await log(tx);
      const before = [...(await list(tx))];
      await tx`reset role`;
      await tx`delete from public.trips where id = ${TRIP}`;
      await becomeRole(tx, "user");
      return [...before, ...(await list(tx))];
    });
    expect(found).toEqual([
      { origin: "Lages", cents: 23_955, opens_trip: true },
      { origin: "Lages", cents: 23_955, opens_trip: false },
    ]);
  });

  it.each(ACTORS)("%s reads only trips of own and shared cars", async (actor) => {
    const found = await run(async (tx) => (actor === "anon" ? [] : [...(await list(tx))]), actor, withTrip);
    expect(found.length).toBe(READERS.includes(actor) ? 1 : 0);
    expect(found.filter(({ opens_trip: opens }) => opens)).toHaveLength(actor === "user" ? 1 : 0);
  });
});

describe("the car of a planned trip", () => {
  const planWith = (vehicleId: unknown) => ({ ...planOf("Serra"), car: { name: "Opala", vehicleId } });
  const carOf = async (tx: TransactionSql) =>
    (await tx`select vehicle_id from public.trips where id = ${TRIP}`)[0]!.vehicle_id as string | null;

  it.each([
    ["user", VEHICLE],
    ["editor", VEHICLE],
    ["vendedor", null],
    ["another_user", null],
    ["admin", null],
  ] as const)("chosen by %s is stored: %s", async (actor, stored) => {
    const found = await run(
      async (tx) => {
        await save(tx, { version: null, plan: planWith(VEHICLE) });
        return carOf(tx);
      },
      actor,
      addSharedVehicle,
    );
    expect(found).toBe(stored);
  });

  it("follows the plan, and a value that is no car is ignored", async () => {
    const found = await run(
      async (tx) => {
        const seen: (string | null)[] = [];
        for (const [version, chosen] of [VEHICLE, OTHER_CAR, "x'; drop", VEHICLE, null].entries()) {
          await save(tx, { version: version || null, plan: planWith(chosen) });
          seen.push(await carOf(tx));
        }
        return seen;
      },
      "user",
      async (tx) => {
        await addVehicle(tx);
        await addVehicle(tx, "admin", OTHER_CAR);
      },
    );
    expect(found).toEqual([VEHICLE, null, null, VEHICLE, null]);
  });

  it("is forgotten when the car is deleted for good", async () => {
    const found = await run(
      async (tx) => {
        await save(tx, { version: null, plan: planWith(VEHICLE) });
        await tx`reset role`;
        await tx`delete from public.vehicles where id = ${VEHICLE}`;
        return carOf(tx);
      },
      "user",
      addSharedVehicle,
    );
    expect(found).toBeNull();
  });
});
