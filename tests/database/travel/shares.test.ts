import { randomUUID } from "node:crypto";
import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ID_OF, NOBODY, type Actor } from "../actors";
import { asRole, becomeRole } from "../as-role";
import { addShare, addTrip, hashOf, planOf, ROUTE, save, saveShared, TOKEN, TRIP } from "./rows";
import { outcomeKey } from "../../../lib/platform/outcome";
import { GONE, refused } from "../outcomes";

const withShare = async (tx: TransactionSql) => {
  await addTrip(tx);
  await addShare(tx);
};

describeAccess("trip_shares", withShare, [
  ["select", ["user"], (tx) => tx`select id from public.trip_shares where trip_id = ${TRIP}`],
  [
    "select of the hash of the token",
    NOBODY,
    (tx) => tx`select token_hash from public.trip_shares where trip_id = ${TRIP}`,
  ],
  [
    "insert",
    NOBODY,
    (tx) =>
      tx`insert into public.trip_shares (id, trip_id, scope, expires_at, created_by) values (gen_random_uuid(), ${TRIP}, 'view', now(), ${ID_OF.user})`,
    addTrip,
  ],
  ["update", NOBODY, (tx) => tx`update public.trip_shares set expires_at = now() where trip_id = ${TRIP}`],
  ["delete", NOBODY, (tx) => tx`delete from public.trip_shares where trip_id = ${TRIP}`],
]);

type Run<T> = (tx: TransactionSql) => Promise<T>;
const run = <T>(actor: Actor | "service_role", work: Run<T>, arrange?: Run<unknown>) => asRole(actor, arrange, work);

const stored = async (tx: TransactionSql) => {
  await tx`reset role`;
  return [...(await tx`select title, version, status, start_on::text from public.trips where id = ${TRIP}`)];
};

const share = async (
  tx: TransactionSql,
  scope = "view",
  days: number | null = 30,
  token: string = randomUUID(),
  parts: readonly string[] = [],
) => {
  const [row] = await tx`
    select public.share_trip(gen_random_uuid(), ${TRIP}, ${hashOf(token)}, ${scope}, ${days}, ${parts as string[]})
      as answer`;
  return outcomeKey(row!.answer as Parameters<typeof outcomeKey>[0]);
};
const readShare = async (tx: TransactionSql, token = TOKEN) => {
  const [row] = await tx`select public.read_trip_share(${token}) as answer, public.trip_share_state(${token}) as state`;
  return row as {
    answer: { state: string; scope?: string; trip?: { id: string; route: unknown } } | null;
    state: string;
  };
};

describe("links of trips", () => {
  it("a made link shows the trip to everybody who has the token", async () => {
    const read = await run(
      "user",
      async (tx) => {
        await share(tx, "view", 30, TOKEN);
        await becomeRole(tx, "anon");
        return readShare(tx);
      },
      addTrip,
    );
    expect(read.answer).toMatchObject({ state: "open", scope: "view", trip: { id: TRIP, version: 1, route: ROUTE } });
    expect(read.state).toBe("open");
    expect(Object.keys(read.answer!.trip!)).not.toContain("owner_id");
  });

  it.each([
    ["revoked", { revoked: true }, "revoked"],
    ["expired", { days: -1 }, "expired"],
  ])("a %s link shows and saves nothing", async (_, options, state) => {
    const arrange = async (tx: TransactionSql) => {
      await addTrip(tx);
      await addShare(tx, { scope: "edit", ...options });
    };
    const read = await run("anon", (tx) => readShare(tx), arrange);
    expect(read).toEqual({ answer: { state }, state });
    const saved = await run(
      "service_role",
      async (tx) => [await saveShared(tx, { version: 1 }), await stored(tx)],
      arrange,
    );
    expect(saved).toMatchObject([GONE, [{ title: "Serra", version: 1 }]]);
  });

  const PRIVATE = {
    ...planOf("Serra"),
    stops: planOf("Serra").stops.map((stop) => ({ ...stop, note: `portão ${stop.name}` })),
    car: {
      name: "Fusca",
      cruiseKmh: 80,
      tankLitres: 40,
      kmPerLitre: 9,
      fuelPriceCents: 629,
      tollClass: "car",
      vehicleId: randomUUID(),
    },
  };
  type Plan = { car: Record<string, unknown>; stops: { name: string; note: string }[] };
  const addPrivateTrip = async (tx: TransactionSql) => {
    await addTrip(tx);
    await tx`update public.trips set plan = ${tx.json(PRIVATE)} where id = ${TRIP}`;
  };

  it.each([
    [[], { name: "", tankLitres: null, kmPerLitre: null, fuelPriceCents: null }, ""],
    [["car"], { name: "Fusca", tankLitres: null, kmPerLitre: null, fuelPriceCents: null }, ""],
    [["tank", "price"], { name: "", tankLitres: 40, kmPerLitre: 9, fuelPriceCents: 629 }, ""],
    [["notes"], { name: "", tankLitres: null, kmPerLitre: null, fuelPriceCents: null }, "portão Lages"],
  ])("a link with the parts %j shows these and never the car of the garage", async (parts, car, note) => {
    const plan = await run(
      "user",
      async (tx) => {
        await share(tx, "view", 30, TOKEN, parts);
        await becomeRole(tx, "anon");
        const { answer } = await readShare(tx);
        return (answer!.trip as unknown as { plan: Plan }).plan;
      },
      addPrivateTrip,
    );
    expect(plan.car).toEqual({ ...car, cruiseKmh: 80, tollClass: "car", vehicleId: null });
    expect(plan.stops[0]).toMatchObject({ name: "Lages", note });
  });

  it("a save by link keeps what the link does not show, and a conflict shows none of it", async () => {
    const [plan, theirs] = await run(
      "service_role",
      async (tx) => {
        const { stops, car, ...rest } = PRIVATE;
        const shown = {
          ...rest,
          title: "Por link",
          stops: [...stops.map((stop) => ({ ...stop, note: "" })), { ...stops[0]!, id: "novo", note: "meu" }],
          car: { ...car, name: "", tankLitres: null, kmPerLitre: 12, fuelPriceCents: null, vehicleId: null },
        };
        await saveShared(tx, { version: 1, plan: shown });
        const conflict = await saveShared(tx, { version: 1, title: "Antigo" });
        await tx`reset role`;
        const [row] = await tx`select plan from public.trips where id = ${TRIP}`;
        return [row!.plan as Plan & { title: string }, conflict.theirs?.plan as unknown as Plan];
      },
      async (tx) => {
        await addPrivateTrip(tx);
        await addShare(tx, { scope: "edit" });
      },
    );
    expect(plan.title).toBe("Por link");
    expect(plan.stops.map(({ note }) => note)).toEqual(["portão Lages", "portão Urubici", "meu"]);
    expect(plan.car).toEqual({ ...PRIVATE.car, kmPerLitre: 12 });
    expect([theirs.car.vehicleId, theirs.stops[0]?.note]).toEqual([null, ""]);
  });

  it.each([[["owner"]], [Array.from({ length: 5 }, () => "car")]])("refuses the parts %j", async (parts) => {
    expect(await run("user", (tx) => share(tx, "view", 30, TOKEN, parts), addTrip)).toBe("invalid");
  });

  it("the links of a trip in the trash end, and work again when it is restored", async () => {
    const states = await run(
      "user",
      async (tx) => {
        await tx`select public.set_trip_deleted(${TRIP}, true)`;
        const { state } = await readShare(tx);
        await tx`select public.set_trip_deleted(${TRIP}, false)`;
        return [state, (await readShare(tx)).state];
      },
      withShare,
    );
    expect(states).toEqual(["deleted", "open"]);
  });

  it("an unknown token shows and saves nothing", async () => {
    const other = "u".repeat(43);
    expect(await run("anon", (tx) => readShare(tx, other), withShare)).toEqual({ answer: null, state: null });
    expect(await run("service_role", (tx) => saveShared(tx, { version: 1, token: other }), withShare)).toEqual(
      refused("unknown"),
    );
  });

  it("a link of scope edit saves the next version of its own trip only", async () => {
    const answers = await run(
      "service_role",
      async (tx) => [
        await saveShared(tx, { version: 1, title: "By link" }),
        await saveShared(tx, { version: 1, title: "Stale" }),
        await saveShared(tx, { version: 1, id: randomUUID() }),
      ],
      async (tx) => {
        await addTrip(tx);
        await addShare(tx, { scope: "edit" });
      },
    );
    expect(answers).toMatchObject([
      { outcome: "saved", version: 2 },
      { outcome: "conflict", theirs: { version: 2, plan: { title: "By link" } } },
      refused("forbidden"),
    ]);
  });

  it("a link of scope view saves nothing", async () => {
    expect(await run("service_role", (tx) => saveShared(tx, { version: 1 }), withShare)).toEqual(refused("forbidden"));
  });

  it.each(ACTORS.filter((actor) => !["anon", "user"].includes(actor)))(
    "%s cannot revoke a link of somebody else",
    async (actor) => {
      let id = "";
      const [row] = await run(
        actor,
        (tx) => tx`select public.revoke_trip_share(${id}) as answer`,
        async (tx) => {
          await addTrip(tx);
          id = await addShare(tx);
        },
      );
      expect(row).toEqual({ answer: GONE });
    },
  );

  it("the owner revokes a link for good", async () => {
    let id = "";
    const states = await run(
      "user",
      async (tx) => {
        const [row] = await tx`select public.revoke_trip_share(${id}) as answer`;
        return [(row!.answer as typeof GONE).outcome, (await readShare(tx)).state];
      },
      async (tx) => {
        await addTrip(tx);
        id = await addShare(tx);
      },
    );
    expect(states).toEqual(["saved", "revoked"]);
  });

  it.each([
    ["an unknown scope", "owner", 30],
    ["more than a year", "view", 400],
    ["no end", "view", null],
  ])("refuses a link with %s", async (_, scope, days) => {
    expect(await run("user", (tx) => share(tx, scope, days), addTrip)).toBe("invalid");
  });

  it("a trip has 20 open links at most", async () => {
    const answers = await run(
      "user",
      async (tx) => {
        const made: string[] = [];
        for (let index = 0; index < 21; index++) made.push(await share(tx));
        return made;
      },
      addTrip,
    );
    expect(answers).toEqual([...Array<string>(20).fill("saved"), "limit"]);
  });

  it("a holder of a link of scope edit is refused by the API", async () => {
    await expect(run("user", (tx) => saveShared(tx, { version: 1 }), withShare)).rejects.toMatchObject({
      code: "42501",
    });
    await expect(run("anon", (tx) => save(tx, { version: 1 }), withShare)).rejects.toMatchObject({ code: "42501" });
  });
});
