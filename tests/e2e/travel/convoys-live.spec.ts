import type { Browser } from "@playwright/test";
import { startRealtimeDouble, type RealtimeDouble } from "../../support/realtime-double";
import { publishableKey } from "../support/accounts";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { startOwnServer, type OwnServer } from "../support/own-server";
import { expect, test, type Page } from "../support/test";
import { answerQuestions } from "../support/questions";

// One server with the double of Realtime for the whole file, whose tests therefore belong to one project.
test.describe.configure({ mode: "serial" });

const LIVE = "Ao vivo: as mudanças";
const ASKING = "buscamos mudanças a cada 10 segundos";
const PLACE = { latitude: -28.39, longitude: -49.55, accuracy: 12 };

let double: RealtimeDouble;
let server: OwnServer;
let accounts: OwnAccount[];
let code: string;

/** Signs the two accounts in, each in a browser of its own, and opens their convoy. */
async function openBoth(browser: Browser): Promise<[Page, Page]> {
  const [leader, member] = await Promise.all(accounts.map((account) => pageOf(browser, account, server.url)));
  for (const page of [leader!, member!]) {
    await page.context().grantPermissions(["geolocation"]);
    await page.context().setGeolocation(PLACE);
    await page.goto(`/comboio/${code}`);
    await expect(page.getByText(LIVE)).toBeVisible();
  }
  return [leader!, member!];
}

/** The entry of a member in the list of a page. */
const entryOf = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

/** The answers of the convoy's handler to a page from now on. */
function countAnswers(page: Page): () => number {
  let answers = 0;
  page.on("response", (response) => void (answers += Number(response.url().includes("/api/convoys/"))));
  return () => answers;
}

test.beforeAll(async ({ sql }) => {
  double = await startRealtimeDouble(publishableKey());
  server = await startOwnServer({ REALTIME_URL: double.url, PORT: "3192" });
  accounts = [await createAccount(sql, "user"), await createAccount(sql, "user")];
});

test.beforeEach(async ({ sql }) => {
  const [leader, member] = accounts.map(({ id }) => id);
  const [convoy] = await sql<{ id: string; code: string }[]>`
    insert into public.convoys (code, name, leader_id, ends_at)
    values (private.new_registration_code(), 'Serra ao vivo', ${leader!}, now() + interval '2 hours') returning id, code`;
  code = convoy!.code;
  await sql`
    insert into public.convoy_members (convoy_id, account_id, name, role)
    values (${convoy!.id}, ${leader!}, 'Ana', 'leader'), (${convoy!.id}, ${member!}, 'Beto', 'member')`;
  [double.frames.length, double.posted.length] = [0, 0];
});

test.afterEach(async ({ sql }) => void (await sql`delete from public.convoys where code = ${code}`));

test.afterAll(async ({ sql }) => {
  for (const account of accounts ?? []) await deleteAccount(sql, account);
  await server?.stop();
  await double.close();
});

test("a change is seen without waiting for the next question, and no message holds a position @phone", async ({
  browser,
}) => {
  const [leader, member] = await openBoth(browser);
  const answers = countAnswers(member);
  await leader.getByRole("button", { name: "Preciso de ajuda" }).click();
  await expect(entryOf(member, "Ana")).toContainText("Precisa de ajuda");
  await expect(member.getByRole("alert").filter({ hasText: "Pedido de ajuda: Ana." })).toBeVisible();
  for (const page of [leader, member]) await page.getByRole("button", { name: "Compartilhar minha posição" }).click();
  await expect(entryOf(leader, "Beto")).toContainText("0 km em linha reta");
  await expect(entryOf(member, "Ana")).toContainText("0 km em linha reta");
  expect(answers()).toBeGreaterThan(1);

  const heard = double.frames.filter(({ frame }) => frame[3] === "broadcast").map(({ frame }) => frame[4]);
  expect(heard.length).toBeGreaterThan(2);
  for (const payload of heard) expect(payload).toEqual({ type: "broadcast", event: "changed", payload: {} });
  const everything = JSON.stringify([double.frames, double.posted]);
  for (const secret of ["28.39", "49.55", code, "Ana", "Beto", ...accounts.map(({ id }) => id)])
    expect(everything).not.toContain(secret);
  for (const page of [leader, member]) await page.context().close();
});

test("without the channel pages ask every ten seconds, and with it again once a minute @phone", async ({ browser }) => {
  const [leader, member] = await openBoth(browser);
  await test.step("the connection is lost", async () => {
    double.refuseConnections(true);
    double.dropConnections();
    for (const page of [leader, member]) await expect(page.getByText(ASKING)).toBeVisible();
    const posted = double.frames.length;
    await leader.getByRole("button", { name: "Parei" }).click();
    await expect(entryOf(member, "Ana")).toContainText("Parado");
    const heard = double.frames.slice(posted).filter(({ frame }) => frame[3] === "broadcast");
    expect(heard).toEqual([]);
  });
  await test.step("the connection is back", async () => {
    double.refuseConnections(false);
    for (const page of [leader, member]) await expect(page.getByText(LIVE)).toBeVisible();
    await leader.getByRole("button", { name: "Estou rodando" }).click();
    await expect(entryOf(member, "Ana")).toContainText("Rodando");
  });
  await test.step("the page itself has no signal", async () => {
    await member.context().setOffline(true);
    await expect(member.getByText("Sem sinal: mostramos")).toBeVisible();
    await member.context().setOffline(false);
    await expect(member.getByText(LIVE)).toBeVisible();
  });
  for (const page of [leader, member]) await page.context().close();
});

test("a removed member receives no more messages, and after the end no page listens @phone", async ({
  browser,
  sql,
}) => {
  const [leader, member] = await openBoth(browser);
  await expect.poll(() => double.joined().length).toBe(2);
  const [before] = double.joined();
  expect(double.joined()).toEqual([before, before]);
  await test.step("a removed member is told at once, and the others listen to another topic", async () => {
    await answerQuestions(leader);
    await entryOf(leader, "Beto").getByRole("button", { name: "Retirar" }).click();
    await expect(member.getByText("você não está mais nele")).toBeVisible();
    await expect(entryOf(member, "Ana")).toHaveCount(0);
    await expect.poll(() => double.joined()).toEqual([expect.not.stringMatching(before!)]);
    await expect(leader.getByText(LIVE)).toBeVisible();
  });
  await test.step("the end closes the connection", async () => {
    const [row] = await sql<{ channel: string }[]>`select channel from public.convoys where code = ${code}`;
    expect(double.joined()).toEqual([`convoy:${row!.channel}`]);
    await sql`update public.convoys set ends_at = now() where code = ${code}`;
    await leader.getByRole("button", { name: "Parei" }).click();
    await expect(leader.getByText("Este comboio terminou")).toBeVisible();
    await expect.poll(() => double.connections()).toBe(0);
  });
  for (const page of [leader, member]) await page.context().close();
});

test("the CSP allows the connection on the pages of convoys only @phone", async ({ visitorAs }) => {
  const visitor = await visitorAs("user");
  const policyOf = async (path: string) =>
    (await visitor.get(server.url + path)).headers()["content-security-policy"] ?? "";
  const origin = new URL(double.url).origin.replace("http", "ws");
  for (const path of ["/comboio", `/comboio/${code}`]) expect(await policyOf(path)).toContain(`'self' ${origin};`);
  for (const path of ["/painel", "/passaporte", "/home"]) expect(await policyOf(path)).not.toContain(origin);
});
