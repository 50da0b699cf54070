import { randomUUID } from "node:crypto";
import { createAccount, deleteAccount, pageOf } from "../support/own-account";
import { openAlive } from "../support/page";
import { offer, state } from "../support/paying";
import { expect, test } from "../support/test";

/** Stripe's script is on another host and does not load in this test. */
test.use({ expectedErrors: /js\.stripe\.com|ERR_FAILED|ERR_NAME_NOT_RESOLVED/ });

const MARK = randomUUID().slice(0, 8);
const NAME = `Borracharia do Ensaio ${MARK}`;
const PLAN = `Destaque ${MARK}`;

test("a new place of its sender is approved, its plan is paid by card, and the place is listed first", async ({
  page,
  browser,
  baseURL,
  signIn,
  visitorAs,
  sql,
}) => {
  test.slow();
  const owner = await createAccount(sql, "user");
  await sql`
    insert into public.publication_plans (name, price, plan_type, duration_days) values (${PLAN}, 360, 'listing', 365)`;
  await offer(sql, visitorAs);
  await (await visitorAs("superadministrador")).post("/api/revalidate", { data: { tags: ["plans"] } });
  const own = await pageOf(browser, owner, baseURL!);
  await own.route("https://js.stripe.com/**", (route) => route.abort());
  try {
    await test.step("the sender says that the place is theirs and chooses a plan", async () => {
      await openAlive(own, "/sc/cadastro");
      await own.getByLabel("Categoria").selectOption("tyres");
      await own.getByRole("button", { name: "Continuar" }).click();
      await own.getByLabel("Nome do lugar").fill(NAME);
      await own.getByRole("combobox", { name: "Cidade" }).fill("Urubici");
      for (let step = 0; step < 3; step += 1) await own.getByRole("button", { name: "Continuar" }).click();
      await own.getByLabel("Seu nome").fill("Rita da Borracharia");
      await own.getByLabel("E-mail").fill(owner.email);
      await own.getByRole("checkbox", { name: /^Este lugar é meu/ }).check();
      await own.getByRole("radio", { name: new RegExp(PLAN) }).check();
      await own.getByLabel("Concordo").check();
      await own.getByRole("button", { name: "Enviar pedido" }).click();
      await expect(own.getByRole("heading", { name: "Pedido recebido" })).toBeVisible();
    });

    await test.step("the team reads both and publishes the place", async () => {
      await signIn("admin");
      await page.goto("/admin/service-requests");
      const request = page.getByRole("article", { name: NAME });
      await expect(request).toContainText("Quem enviou cuida do lugar");
      await expect(request).toContainText(PLAN);
      await request.getByRole("button", { name: "Publicar já" }).click();
      await expect(request).toContainText(/Aprovado|Desfazer/);
    });

    await test.step("the owner orders the wished plan and pays it by card", async () => {
      await own.goto("/painel");
      await own.getByRole("link", { name: `Abrir ${NAME}` }).click();
      await expect(own.getByRole("heading", { level: 1, name: NAME })).toBeVisible();
      await expect(own.getByRole("radio", { name: new RegExp(PLAN) })).toBeChecked();
      await own.getByRole("button", { name: "Pedir e pagar" }).click();
      await expect(own.getByRole("heading", { level: 1, name: "Pagamento do plano" })).toBeVisible();
      await own.getByRole("button", { name: "Pagar com cartão" }).click();
      await own.getByRole("button", { name: "Pagar com cartão" }).click();
      await expect(state(own)).toHaveAttribute("data-state", "paid");
    });

    await test.step("the place is listed as sponsored", async () => {
      const [place] = await sql<{ slug: string }[]>`select slug from public.services where name = ${NAME}`;
      await expect(async () => {
        await page.goto("/sc/servicos");
        const card = page
          .getByRole("listitem")
          .filter({ has: page.locator(`a[href="/sc/servicos/${place!.slug}"]`) })
          .last();
        await expect(card).toContainText("patrocinado", { timeout: 2000 });
      }).toPass();
    });
  } finally {
    await own.context().close();
    await sql`delete from public.service_requests where requester_email = ${owner.email}`;
    await sql`delete from public.services where name = ${NAME}`;
    await sql`delete from public.publication_plans where name = ${PLAN}`;
    await deleteAccount(sql, owner);
  }
});
