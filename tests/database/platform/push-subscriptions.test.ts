import type { TransactionSql } from "postgres";
import { describe, expect, it } from "vitest";
import { describeAccess } from "../access";
import { ACTORS, ADMINS_UP, ID_OF, NOBODY, type Account } from "../actors";
import { asOwner, asRole, becomeRole } from "../as-role";

const P256DH = "B".repeat(87);
const AUTH = "a".repeat(22);
const ONE = "https://fcm.googleapis.com/fcm/send/one";

const add = (tx: TransactionSql, endpoint = ONE, owner: Account = "user") =>
  tx`insert into public.push_subscriptions (user_id, endpoint, p256dh, auth) values (${ID_OF[owner]}, ${endpoint}, ${P256DH}, ${AUTH})`;
const addOne = (tx: TransactionSql) => add(tx);

describeAccess("push_subscriptions", addOne, [
  ["select", ["user"], (tx) => tx`select endpoint from public.push_subscriptions where endpoint = ${ONE}`],
  ["select the keys", NOBODY, (tx) => tx`select p256dh, auth from public.push_subscriptions where endpoint = ${ONE}`],
  ["insert", ["user"], addOne],
  [
    "insert with a date set by the caller",
    NOBODY,
    (tx) =>
      tx`insert into public.push_subscriptions (user_id, endpoint, p256dh, auth, created_at) values (${ID_OF.user}, ${ONE}, ${P256DH}, ${AUTH}, '2099-01-01')`,
  ],
  ["update", NOBODY, (tx) => tx`update public.push_subscriptions set locale = 'en-US' where endpoint = ${ONE}`],
  ["delete", ["user"], (tx) => tx`delete from public.push_subscriptions where endpoint = ${ONE}`],
]);

const save = (tx: TransactionSql, endpoint = ONE, auth = AUTH, locale = "pt-BR") =>
  tx<{ id: string }[]>`select public.save_device(${endpoint}, ${P256DH}, ${auth}, ${locale}) as id`;
const owners = async (tx: TransactionSql) => {
  await tx`reset role`;
  return [
    ...(await tx<
      { user_id: string; locale: string }[]
    >`select user_id, locale from public.push_subscriptions order by endpoint`),
  ];
};

describe("save_device()", () => {
  it.each(ACTORS.map((actor) => [actor, actor === "anon" ? "42501" : "saved"] as const))(
    "to %s returns %s",
    async (actor, answer) => {
      expect(
        await asRole(actor, save).then(
          () => "saved",
          ({ code }: { code: string }) => code,
        ),
      ).toBe(answer);
    },
  );

  it("with the same device keeps one row, with the newer language", async () => {
    const rows = await asRole("user", async (tx) => {
      const [first] = await save(tx);
      const [second] = await save(tx, ONE, AUTH, "en-US");
      expect(second).toEqual(first);
      return owners(tx);
    });
    expect(rows).toEqual([{ user_id: ID_OF.user, locale: "en-US" }]);
  });

  it("moves the device to the account that signs in on it", async () => {
    const rows = await asOwner(async (tx) => {
      await becomeRole(tx, "user");
      await save(tx);
      await becomeRole(tx, "editor");
      await save(tx, ONE, AUTH, "es-419");
      return owners(tx);
    });
    expect(rows).toEqual([{ user_id: ID_OF.editor, locale: "es-419" }]);
  });

  it("does not move a device for a caller that has only its address", async () => {
    await expect(asRole("editor", addOne, (tx) => save(tx, ONE, "b".repeat(22)))).rejects.toMatchObject({
      code: "42501",
    });
  });

  it("refuses an invalid address and invalid keys", async () => {
    await expect(asRole("user", (tx) => save(tx, "file:///etc/passwd"))).rejects.toMatchObject({ code: "23514" });
    await expect(asRole("user", (tx) => save(tx, ONE, "short"))).rejects.toMatchObject({ code: "23514" });
    await expect(asRole("user", (tx) => save(tx, ONE, AUTH, "fr"))).rejects.toMatchObject({ code: "23514" });
  });
});

it("an account has at most ten devices: the oldest is deleted, other accounts' devices are kept", async () => {
  const kept = await asOwner(async (tx) => {
    await add(tx, `${ONE}-other`, "editor");
    for (let number = 0; number < 12; number++) {
      await add(tx, `${ONE}-${number}`);
      await tx`update public.push_subscriptions set created_at = now() - make_interval(days => ${100 - number}) where endpoint = ${`${ONE}-${number}`}`;
    }
    return (await tx<{ endpoint: string }[]>`select endpoint from public.push_subscriptions order by created_at`).map(
      ({ endpoint }) => endpoint.slice(ONE.length + 1),
    );
  });
  expect(kept).toEqual(["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "other"]);
});

describe("devices of a target group", () => {
  const count = (tx: TransactionSql, kind = "all", role: string | null = null) =>
    tx<{ count: number }[]>`select public.count_devices(${kind}, ${role}) as count`;

  it.each(ACTORS.map((actor) => [actor, ADMINS_UP.some((admin) => admin === actor)] as const))(
    "can be counted by %s: %s",
    async (actor, can) => {
      expect(
        await asRole(actor, count).then(
          () => true,
          () => false,
        ),
      ).toBe(can);
    },
  );

  it("include only accounts that accept notices", async () => {
    const counted = (change: string) =>
      asRole(
        "admin",
        async (tx) => {
          await add(tx);
          await add(tx, `${ONE}-2`);
          await add(tx, `${ONE}-3`, "editor");
          await tx.unsafe(change);
        },
        async (tx) => [(await count(tx))[0]?.count, (await count(tx, "role", "editor"))[0]?.count],
      );
    expect(await counted("select 1")).toEqual([3, 1]);
    expect(await counted(`update public.profiles set notify_in_app = false where id = '${ID_OF.user}'`)).toEqual([
      1, 1,
    ]);
    expect(await counted(`update public.profiles set blocked_at = now() where id = '${ID_OF.editor}'`)).toEqual([2, 0]);
  });
});

describe("server functions", () => {
  it.each(ACTORS)("are refused for %s", async (actor) => {
    for (const call of ["take_push_campaign()", `push_targets('${ID_OF.user}')`, "record_push_results('{}', '{}')"]) {
      await expect(asRole(actor, (tx) => tx.unsafe(`select public.${call}`))).rejects.toMatchObject({
        code: "42501",
      });
    }
  });

  const campaign = (tx: TransactionSql, values: string) =>
    tx.unsafe(
      `insert into public.notification_campaigns (title, body, push, status, sent_at) values ('Teste', 'Olá', ${values})`,
    );

  it.each([
    ["a sent one", "true, 'sent', now()", true],
    ["one without push", "false, 'sent', now()", false],
    ["a draft", "true, 'draft', null", false],
    ["an old one", "true, 'sent', now() - interval '25 hours'", false],
  ])("accept %s: %s", async (_, values, taken) => {
    const answers = await asRole(
      "service_role",
      (tx) => campaign(tx, values),
      async (tx) => [
        ...(await tx`select public.take_push_campaign() ->> 'title' as title`),
        ...(await tx`select public.take_push_campaign() as again`),
      ],
    );
    expect(answers).toEqual([{ title: taken ? "Teste" : null }, { again: null }]);
  });

  it("results of a push are not readable by editors", async () => {
    await expect(
      asRole(
        "admin",
        (tx) =>
          tx`insert into public.notification_campaigns (title, body, push, push_sent) values ('Teste', 'Olá', true, 1000)`,
      ),
    ).rejects.toMatchObject({ code: "23514" });
  });
});

it("the account's data export lists its devices without their keys", async () => {
  const [row] = await asRole(
    "main_admin",
    addOne,
    (tx) => tx<{ data: { rows: Record<string, object[]> } }[]>`select public.export_account(${ID_OF.user}) as data`,
  );
  expect(row!.data.rows["push_subscriptions.user_id"]).toEqual([
    expect.objectContaining({ endpoint: ONE, locale: "pt-BR" }),
  ]);
  expect(JSON.stringify(row!.data.rows)).not.toMatch(/p256dh|B{87}|a{22}/);
});
