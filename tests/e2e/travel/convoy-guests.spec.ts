import { CONVOYS_CACHE } from "../../../lib/platform/device-storage/rules";
import { OFFLINE_ERRORS, test } from "../support/gate-test";
import { createAccount, deleteAccount, type OwnAccount } from "../support/own-account";
import { workerIsActive } from "../support/page";
import { answerQuestions } from "../support/questions";
import { expect, type Page } from "../support/test";

test.use({ serviceWorkers: "allow", expectedErrors: OFFLINE_ERRORS });

const PLACE = { latitude: -28.39, longitude: -49.55, accuracy: 12 };

async function addConvoy(sql: Parameters<typeof createAccount>[0], leader: OwnAccount, code: string) {
  await sql`
    with made as (
      insert into public.convoys (code, name, leader_id, ends_at)
      values (${code}, 'Serra com convidados', ${leader.id}, now() + interval '2 hours') returning id
    ), leads as (
      insert into public.convoy_members (convoy_id, account_id, name, vehicle, role)
      select id, ${leader.id}, 'Ana', 'Opala 74', 'leader' from made returning convoy_id
    )
    insert into public.convoy_positions (convoy_id, account_id, lat, lng, accuracy_m, measured_at, shared_until)
    select convoy_id, ${leader.id}, -28.4, -49.55, 10, now(), now() + interval '2 hours' from leads`;
}

const car = (page: Page, name: string) => page.locator("[data-slot=convoy-car]").filter({ hasText: name });
const inList = (page: Page, name: string) => page.getByRole("listitem").filter({ hasText: name });

test("a guest joins by the link with a name, sees the cars, opens the page again offline and is removed @phone", async ({
  page,
  context,
  browser,
  siteProxy,
  sql,
}) => {
  const leader = await createAccount(sql, "user");
  const code = "GUESTABC";
  const url = `${siteProxy.url}/comboio/${code}`;
  try {
    await addConvoy(sql, leader, code);
    await context.grantPermissions(["geolocation"]);
    await context.setGeolocation(PLACE);

    await test.step("only a name is asked, and a name is needed", async () => {
      await page.goto(url);
      await page.getByRole("button", { name: "Entrar como convidado" }).click();
      await expect(page.getByLabel("Como os outros veem você")).toHaveAttribute("aria-invalid", "true");
      await page.getByLabel("Como os outros veem você").fill("Caio");
      await page.getByRole("button", { name: "Entrar como convidado" }).click();
      await expect(inList(page, "Caio")).toContainText("Convidado");
      await expect(inList(page, "Ana")).toContainText("Opala 74");
      await expect(page.getByRole("button", { name: "Encerrar e apagar o comboio" })).toHaveCount(0);
    });

    await test.step("the map shows the cars, and the list the same", async () => {
      await page.getByRole("button", { name: "Compartilhar minha posição" }).click();
      await expect(inList(page, "Caio")).toContainText("Visto agora");
      await page.getByRole("button", { name: "Abrir o mapa" }).click();
      await expect(car(page, "Ana")).toBeVisible();
      await expect(car(page, "Caio")).toBeVisible();
    });

    await test.step("it opens again without a signal, with the last positions", async () => {
      await workerIsActive(page);
      await page.reload();
      await expect(inList(page, "Ana")).toBeVisible();
      await expect
        .poll(() =>
          page.evaluate(
            (name) =>
              caches
                .open(name)
                .then((cache) => cache.keys())
                .then((keys) => keys.length),
            CONVOYS_CACHE,
          ),
        )
        .toBeGreaterThan(0);
      await siteProxy.stop();
      await page.reload();
      await expect(page.getByText("Sem sinal: mostramos")).toBeVisible();
      await expect(inList(page, "Ana")).toContainText("Visto");
      await siteProxy.restart();
    });

    await test.step("the leader removes the guest, whose token then opens nothing", async () => {
      const own = await browser.newContext({ baseURL: siteProxy.url });
      await own.addCookies(leader.session.cookies.map((cookie) => ({ ...cookie, url: siteProxy.url })));
      const panel = await own.newPage();
      await panel.goto(url);
      await answerQuestions(panel);
      await inList(panel, "Caio").getByRole("button", { name: "Retirar" }).click();
      await expect(inList(panel, "Caio")).toHaveCount(0);
      await own.close();
      await expect(page.getByText("Este comboio foi encerrado, ou você não está mais nele.")).toBeVisible();
      await page.reload();
      await expect(page.getByRole("button", { name: "Entrar como convidado" })).toBeVisible();
    });
  } finally {
    await deleteAccount(sql, leader);
  }
});

test("a code that does not exist is refused, and guesses are limited", async ({ page, visitorAs }) => {
  await page.goto("/comboio/ZZZZZZZZ");
  await page.getByLabel("Como os outros veem você").fill("Caio");
  await page.getByRole("button", { name: "Entrar como convidado" }).click();
  await expect(page.getByText("Não há comboio com este código.")).toBeVisible();
  const visitor = await visitorAs(null);
  const guess = () => visitor.put("/api/convoys/ZZZZZZZY/guest", { data: { name: "Caio", vehicle: "" } });
  const answers: number[] = [];
  for (let count = 0; count < 25; count++) answers.push((await guess()).status());
  expect(answers.at(-1)).toBe(429);
});
