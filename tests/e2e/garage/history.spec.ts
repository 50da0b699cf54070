import { randomUUID } from "node:crypto";
import type { Sql } from "postgres";
import { pdfPages } from "../../support/pdf-pages";
import { fileOf } from "../support/artwork";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { addCar } from "../support/travel-log";
import { expect, test, type Page } from "../support/test";

/** A car with entries of two years, a plate, a document, a part and a viewer. */
async function addOpala(sql: Sql, owner: OwnAccount, viewer: OwnAccount) {
  const [vehicle, service] = [await addCar(sql, owner), randomUUID()];
  await sql`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, reading_km, fuel, litres, is_full, total_cents) values
    (gen_random_uuid(), ${vehicle}, ${owner.id}, 'fuel', '2024-05-01', 40000, 'gasoline', 40, true, 20000),
    (gen_random_uuid(), ${vehicle}, ${owner.id}, 'fuel', '2025-02-01', 40320, 'gasoline', 40, true, 24000)`;
  await sql`
    insert into public.vehicle_entries (id, vehicle_id, owner_id, kind, on_date, title, category, parts_cents)
    values (${service}, ${vehicle}, ${owner.id}, 'service', '2025-03-01', 'Troca de embreagem', 'repair', 77700)`;
  await sql`
    insert into public.vehicle_identities (vehicle_id, owner_id, plate, chassis)
    values (${vehicle}, ${owner.id}, 'ABC1234', '5N87')`;
  await sql`
    insert into public.vehicle_documents (id, vehicle_id, owner_id, kind, number, expires_on)
    values (gen_random_uuid(), ${vehicle}, ${owner.id}, 'crlv', '998877', current_date + 100)`;
  await sql`insert into public.vehicle_parts (id, vehicle_id, owner_id, name) values (gen_random_uuid(), ${vehicle}, ${owner.id}, 'Correia')`;
  await sql`
    insert into public.vehicle_members (vehicle_id, owner_id, account_id, role)
    values (${vehicle}, ${owner.id}, ${viewer.id}, 'viewer')`;
  return { vehicle, service };
}

const textOf = async (page: Page, path: string) => {
  const answer = await page.request.get(path);
  expect([answer.status(), answer.headers()["content-type"], answer.headers()["cache-control"]]).toEqual([
    200,
    "application/pdf",
    "private, no-store",
  ]);
  return (await pdfPages(await answer.body())).map(({ text }) => text).join(" ");
};

test("the history as PDF contains what was chosen and what the reader may read", async ({ browser, baseURL, sql }) => {
  const people = [await createAccount(sql, "user"), await createAccount(sql, "user"), await createAccount(sql, "user")];
  const [owner, viewer, stranger] = people as [OwnAccount, OwnAccount, OwnAccount];
  const page = await pageOf(browser, owner, baseURL!);
  await page.setViewportSize({ width: 390, height: 844 });
  try {
    const { vehicle, service } = await addOpala(sql, owner, viewer);
    const path = `/diario-de-bordo/${vehicle}`;
    await test.step("a receipt is added to the service", async () => {
      const receipt = await fileOf("nota", 800, 600);
      await page.goto(path);
      const sent = await page.request.post("/api/vehicle-files", {
        headers: { origin: new URL(baseURL!).origin },
        multipart: { id: randomUUID(), vehicle, entry: service, kind: "receipt", file: receipt },
      });
      expect(sent.status()).toBe(201);
    });
    await test.step("the choice leads to the file", async () => {
      await page.getByRole("link", { name: "Baixar histórico em PDF" }).click();
      await expect(page).toHaveURL(/arquivos#historico$/);
      await page.getByLabel("Com placa").check();
      const [opened] = await Promise.all([
        page.context().waitForEvent("request", (request) => request.url().includes("/historico/pdf")),
        page.getByRole("button", { name: "Baixar PDF" }).click(),
      ]);
      expect(new URL(opened.url()).search).toBe("?de=&ate=&precos=1&notas=1&placa=1");
    });
    await test.step("everything, for the owner", async () => {
      const text = await textOf(page, `${path}/historico/pdf?precos=1&notas=1&placa=1`);
      for (const part of [
        "Histórico: Opala 74",
        "ABC-1234",
        "8,0 km/l",
        "2025: 2 registros",
        "Troca de embreagem",
        "R$ 777,00",
        "998877",
        "Correia",
        "Notas e fotos dos registros",
      ])
        expect(text.replaceAll("\u00a0", " ")).toContain(part);
    });
    await test.step("a period without prices and plate", async () => {
      const text = await textOf(page, `${path}/historico/pdf?de=2025-01-01&ate=2025-12-31&notas=1`);
      expect(text).toContain("Troca de embreagem");
      for (const part of ["R$", "ABC-1234", "Notas e fotos", "2024: "]) expect(text).not.toContain(part);
    });
    await test.step("a viewer reads no plate and no documents, a stranger nothing", async () => {
      const other = await pageOf(browser, viewer, baseURL!);
      const text = await textOf(other, `${path}/historico/pdf?precos=1&notas=1&placa=1`);
      expect(text).toContain("Troca de embreagem");
      for (const part of ["ABC-1234", "998877"]) expect(text).not.toContain(part);
      await other.context().close();
      const third = await pageOf(browser, stranger, baseURL!);
      for (const file of ["historico", "dossie"])
        expect((await third.request.get(`${path}/${file}/pdf`)).status()).toBe(404);
      expect((await third.goto(`${path}/dossie`))?.status()).toBe(404);
      await third.context().close();
    });
  } finally {
    await page.context().close();
    for (const person of people) await deleteAccount(sql, person);
  }
});

test("the dossier shows what is missing, stores points and photos, and is downloaded as PDF", async ({
  browser,
  baseURL,
  sql,
}) => {
  const [owner, viewer] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const page = await pageOf(browser, owner, baseURL!);
  await page.setViewportSize({ width: 390, height: 844 });
  try {
    const { vehicle } = await addOpala(sql, owner, viewer);
    const path = `/diario-de-bordo/${vehicle}/dossie`;
    const requirement = (key: string) => page.locator(`[data-requirement=${key}]`);
    await page.goto(path);
    await test.step("what the car has and lacks", async () => {
      for (const key of ["age", "crlv", "numbers"]) await expect(requirement(key)).toHaveAttribute("data-met", "true");
      for (const key of ["points", "photos", "club", "cvcol"])
        await expect(requirement(key)).toHaveAttribute("data-met", "false");
      await expect(requirement("cvcol")).toHaveText("Falta: CVCOL válido, depois da vistoria");
      await expect(page.getByRole("link", { name: /Resolução Contran 957/ })).toBeVisible();
      const width = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      expect(width).toBe(0);
    });
    await test.step("points over 100 are refused, 82 are enough in the estimate", async () => {
      await page.getByLabel("Mecânica").fill("60");
      await page.getByLabel("Carroceria").fill("50");
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.getByText("A soma dos grupos passa de 100 pontos.")).toBeVisible();
      await page.getByLabel("Carroceria").fill("22");
      await page.getByLabel("Entidade que vai certificar").fill("Clube do Opala");
      await page.getByRole("button", { name: "Salvar" }).click();
      await expect(page.locator("[data-total='82']")).toBeVisible();
      await expect(page.getByText("Atinge o mínimo de 80 na sua estimativa.")).toBeVisible();
      await expect(requirement("club")).toHaveAttribute("data-met", "true");
    });
    await test.step("a photo is put in its place, replaced and taken out", async () => {
      const front = page.locator("[data-slot-name=front]");
      await front.locator("input[type=file]").setInputFiles(await fileOf("frente", 800, 600));
      await expect(front.getByRole("img", { name: "Frente" })).toBeVisible();
      const first = await front.getByRole("img").getAttribute("src");
      await front.locator("input[type=file]").setInputFiles(await fileOf("outra", 800, 600));
      await expect(front.getByRole("img")).not.toHaveAttribute("src", first!);
      const rear = page.locator("[data-slot-name=rear]");
      await rear.locator("input[type=file]").setInputFiles(await fileOf("atras", 800, 600));
      await expect(rear.getByRole("img")).toBeVisible();
      await rear.getByRole("button", { name: "Tirar: Traseira" }).click();
      await expect(rear.getByText("Falta esta foto")).toBeVisible();
    });
    await test.step("the PDF, with numbers only when the owner asks", async () => {
      const text = await textOf(page, `${path}/pdf?placa=1`);
      for (const part of [
        "Dossiê placa preta",
        "82 / 100",
        "Clube do Opala",
        "5N87",
        "Falta: fotos do carro",
        "Frente",
      ])
        expect(text).toContain(part);
      expect(await textOf(page, `${path}/pdf`)).not.toContain("5N87");
    });
    await test.step("a viewer reads it without papers and changes nothing", async () => {
      const other = await pageOf(browser, viewer, baseURL!);
      await other.goto(path);
      await expect(other.locator("[data-total='82']")).toBeVisible();
      await expect(other.locator("[data-requirement=crlv]")).toHaveCount(0);
      await expect(other.getByRole("button", { name: "Salvar" })).toHaveCount(0);
      await expect(other.locator("main input[type=file]")).toHaveCount(0);
      expect(await textOf(other, `${path}/pdf?placa=1`)).not.toContain("5N87");
      await other.context().close();
    });
  } finally {
    await page.context().close();
    await deleteAccount(sql, owner);
    await deleteAccount(sql, viewer);
  }
});
