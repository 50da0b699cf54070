import type { Sql } from "postgres";
import { fileOf } from "../support/artwork";
import { createAccount, deleteAccount, pageOf, type OwnAccount } from "../support/own-account";
import { toast } from "../support/page";
import { expect, test, type Page } from "../support/test";
import { addCar, logOf } from "../support/travel-log";
import { addTrip } from "../support/trip-rows";
import { answerQuestions } from "../support/questions";

const TITLE = "Serra do Opalão";
const planner = (trip: string) => `/planejador-rota?viagem=${trip}`;
const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name }).first().click();

/** Gives the car the figures that the planner takes from the garage. */
const addFigures = (sql: Sql, car: string) =>
  sql`update public.vehicles set cruise_kmh = 70, tank_litres = 54, km_per_litre = 7.5 where id = ${car}`;

async function openForm(page: Page, trip: string) {
  await page.goto(planner(trip));
  await press(page, "Encerrar viagem");
  const dialog = page.getByRole("dialog", { name: "Anotar a viagem" });
  await expect(dialog.getByLabel("Carro")).toBeVisible();
  return dialog;
}

const kindsOf = async (sql: Sql, car: string) => (await logOf(sql, car)).map(({ kind }) => kind).toSorted();

test("a trip planned with a car of the garage is closed into its log once and listed by year and state @phone", async ({
  browser,
  baseURL,
  sql,
}) => {
  test.slow();
  const [account, stranger] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const page = await pageOf(browser, account, baseURL!);
  try {
    const car = await addCar(sql, account);
    await addFigures(sql, car);
    const trip = await addTrip(sql, account, TITLE);
    const path = `/diario-de-bordo/${car}/viagens`;

    await test.step("the planner takes the car from the garage, and the saved trip remembers it", async () => {
      await page.goto(planner(trip));
      await page.getByText("Carro e combustível").click();
      await press(page, "Usar um carro da minha garagem");
      await press(page, /^Opala 74/);
      await expect(page.getByText("Da garagem: Opala 74 · Chevrolet Opala 1974")).toBeVisible();
      await expect(page.getByLabel("Consumo (km por litro)")).toHaveValue("7,5");
      await press(page, "Salvar mudanças");
      const chosen = async () =>
        (await sql`select vehicle_id from public.trips where id = ${trip}`)[0]!.vehicle_id as string;
      await expect.poll(chosen).toBe(car);
      await page.goto(path);
      await expect(page.getByRole("link", { name: TITLE })).toBeVisible();
      await expect(page.getByText("Nenhuma viagem anotada ainda.", { exact: false })).toBeVisible();
    });

    await test.step("two tabs and a double click close it once, with fuel and costs", async () => {
      const other = await page.context().newPage();
      const late = await openForm(other, trip);
      const dialog = await openForm(page, trip);
      await expect(dialog.getByText("140 km planejados.", { exact: false })).toBeVisible();
      await dialog.getByLabel("Odômetro na chegada").fill("44.000");
      await dialog.getByRole("button", { name: "Encerrar e anotar" }).click();
      await expect(dialog.getByText("Menor que na saída.")).toBeVisible();
      await dialog.getByLabel("Odômetro na chegada").fill("45.152");
      await dialog.getByText("Combustível (opcional)").click();
      await dialog.getByLabel("Litros na viagem").fill("20,5");
      await dialog.getByLabel("Pago no posto (R$)").fill("123,00");
      await dialog.getByText("Pedágios e outros custos").click();
      await dialog.getByLabel("Pedágios (R$)").fill("12,40");
      await dialog.getByRole("button", { name: "Encerrar e anotar" }).dblclick();
      await expect(toast(page, "Viagem anotada no diário de bordo")).toBeVisible();
      await late.getByRole("button", { name: "Encerrar e anotar" }).click();
      await expect(toast(other, "Esta viagem já estava anotada")).toBeVisible();
      await other.close();
      expect(await kindsOf(sql, car)).toEqual(["expense", "fuel", "km", "trip"]);
      await expect(page.getByText("Esta viagem foi encerrada.")).toBeVisible();
      await expect(page.getByRole("link", { name: "Anotada no diário de Opala 74: 152 km" })).toBeVisible();
    });

    await test.step("the tab lists it with its costs and filters by year and state", async () => {
      await page.goto(path);
      const item = page.locator("[data-trip]");
      await expect(item.getByText("Lages → Urubici")).toBeVisible();
      await expect(item.getByText(/152 km \(pelo odômetro\) · R\$\s135,40 · R\$\s0,89 por km/)).toBeVisible();
      await expect(item.getByText("Estados: SC", { exact: false })).toBeVisible();
      await page.goto(`${path}?uf=PR`);
      await expect(page.getByText("Nenhuma viagem com este filtro.")).toBeVisible();
      await page.goto(`${path}?ano=${new Date().getFullYear()}&uf=SC`);
      await expect(item).toHaveCount(1);
      await page.goto("/sc/diario-de-bordo");
      await expect(page.getByRole("link", { name: TITLE })).toBeVisible();
    });

    await test.step("its kilometres are changed later as those of other entries", async () => {
      await page.goto(path);
      await page.getByRole("link", { name: "Alterar o registro" }).click();
      await press(page, new RegExp(`^Editar: ${TITLE}`));
      await page.getByLabel("Km rodados").fill("160,5");
      await press(page, "Salvar");
      const km = async () =>
        (
          await sql`select distance_km::float8 as km from public.vehicle_entries where vehicle_id = ${car} and kind = 'trip'`
        )[0]!.km as number;
      await expect.poll(km).toBe(160.5);
      await page.goto(path);
      await expect(page.getByText("160,5 km ·", { exact: false })).toBeVisible();
    });

    await test.step("somebody else opens neither page", async () => {
      const other = await pageOf(browser, stranger, baseURL!);
      for (const part of ["", "/diario"]) expect((await other.goto(path + part))?.status(), part).toBe(404);
      await other.context().close();
    });
  } finally {
    await page.context().close();
    await deleteAccount(sql, account);
    await deleteAccount(sql, stranger);
  }
});

const share = (sql: Sql, car: string, owner: OwnAccount, member: OwnAccount) => sql`
  insert into public.vehicle_members (vehicle_id, owner_id, account_id, role) values (${car}, ${owner.id}, ${member.id}, 'viewer')`;

test("the diary has text, place, photo and a map, comes back from the trash, and a viewer only reads it @phone", async ({
  browser,
  baseURL,
  sql,
}) => {
  test.slow();
  const [account, viewer] = [await createAccount(sql, "user"), await createAccount(sql, "user")];
  const page = await pageOf(browser, account, baseURL!);
  await answerQuestions(page);
  try {
    const car = await addCar(sql, account);
    await share(sql, car, account, viewer);
    const path = `/diario-de-bordo/${car}/viagens/diario`;

    await test.step("an entry without a title keeps its text; with one it is stored with the place of a town", async () => {
      await page.goto(path);
      await press(page, "Escrever no diário");
      await page.getByLabel("Texto").fill("Neblina até o mirante.");
      await press(page, "Salvar");
      await expect(page.getByText("Preencha este campo.")).toBeVisible();
      await expect(page.getByLabel("Texto")).toHaveValue("Neblina até o mirante.");
      await page.getByLabel("Título").fill("Serra do Corvo Branco");
      await page.getByLabel("Lugar").fill("urubic");
      await press(page, "Procurar cidade");
      await press(page, "Urubici, SC");
      await expect(page.getByText("No mapa: -28", { exact: false })).toBeVisible();
      await page.getByLabel("Tempo").fill("Neblina, 8 graus");
      await press(page, "Salvar");
      await expect(page.getByRole("heading", { name: "Serra do Corvo Branco" })).toBeVisible();
      await expect(page.getByText("Urubici, SC · Neblina, 8 graus", { exact: false })).toBeVisible();
    });

    await test.step("a photo is added, and the map shows the entry", async () => {
      await page.locator("input[type=file]").setInputFiles(await fileOf("serra", 800, 600));
      await expect(page.getByRole("img", { name: "Foto 1: Serra do Corvo Branco" })).toBeVisible();
      await expect(page.locator("a[data-point]")).toHaveCount(1);
    });

    await test.step("it is changed, deleted and restored", async () => {
      await press(page, "Editar: Serra do Corvo Branco");
      await page.getByLabel("Título").fill("Corvo Branco");
      await press(page, "Salvar");
      await expect(page.getByRole("heading", { name: "Corvo Branco", exact: true })).toBeVisible();
      await press(page, "Apagar: Corvo Branco");
      await expect(page.getByText("Nada escrito ainda.")).toBeVisible();
      await toast(page, "Registro do diário na lixeira").getByRole("button", { name: "Desfazer" }).click();
      await expect(page.getByRole("heading", { name: "Corvo Branco", exact: true })).toBeVisible();
    });

    await test.step("a viewer reads it and changes nothing", async () => {
      const other = await pageOf(browser, viewer, baseURL!);
      await other.goto(path);
      await expect(other.getByRole("heading", { name: "Corvo Branco", exact: true })).toBeVisible();
      await expect(other.getByRole("img", { name: "Foto 1: Corvo Branco" })).toBeVisible();
      await expect(other.getByRole("button", { name: /Editar|Apagar|Escrever/ })).toHaveCount(0);
      await other.context().close();
    });
  } finally {
    await page.context().close();
    await deleteAccount(sql, account);
    await deleteAccount(sql, viewer);
  }
});
