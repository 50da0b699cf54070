import { makeKind, register, removeKind, statusOf, type Filed } from "../../database/events/registration-support";
import { answerQuestions } from "../support/questions";
import { expect, test } from "../support/test";

const car = (model: string, plate: string) => ({ make: "Ford", model, year: 1972, plate });
const answers = { rules_consent: true };

test("the team finds a car by its plate, follows the filter into the detail and back, and notes something", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  const kind = await makeKind(sql, { kind: "expositor", approval: true });
  try {
    const carla = await register(sql, kind.type, {
      full_name: "Carla Antiga",
      vehicles: [car("Corcel", "ABC-1D23")],
      answers,
    });
    await register(sql, kind.type, { full_name: "Carla de Novo", vehicles: [car("Corcel", "ABC1D23")], answers });
    await register(sql, kind.type, { full_name: "Rui Moderno", vehicles: [car("Maverick", "QXY9876")], answers });
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/registrations`);
    await expect(page.getByText("3 inscrições, 3 vagas")).toBeVisible();

    // Search by plate with a separator; the filter is in the address and ends with one link.
    await page.getByLabel(/^Nome, placa/).fill("abc-1d23");
    await page.getByRole("button", { name: "Filtrar", exact: true }).click();
    await expect(page.getByText("2 inscrições, 2 vagas")).toBeVisible();
    await expect(page.getByText("Filtrado por “abc-1d23”")).toBeVisible();
    await page.reload();
    await expect(page.getByRole("link", { name: "Rui Moderno" })).toHaveCount(0);

    // The detail links the other registration with the same plate and has internal notes.
    await page.getByRole("link", { name: "Carla Antiga" }).click();
    await expect(page.getByRole("heading", { name: "Possíveis repetidas" })).toBeVisible();
    await expect(page.getByRole("link", { name: "Carla de Novo" })).toBeVisible();
    await page.getByLabel("Nova nota").fill("Chega na sexta com carreta.");
    await page.getByRole("button", { name: "Guardar nota" }).click();
    await expect(page.getByRole("list", { name: "Notas internas" })).toContainText("Chega na sexta com carreta.");
    await expect(page.getByLabel("Nova nota")).toHaveValue("");
    await page.getByRole("link", { name: "Todas as inscrições" }).click();
    await expect(page.getByText("2 inscrições, 2 vagas")).toBeVisible();
    await page.getByRole("link", { name: "Limpar filtros" }).click();
    await expect(page.getByText("3 inscrições, 3 vagas")).toBeVisible();

    // The mark of the note can be asked for, and the file has what the list shows.
    await page.goto(`/admin/events/${kind.event}/registrations?marca=note`);
    await expect(page.getByRole("link", { name: "Carla Antiga" })).toBeVisible();
    await expect(page.getByText("1 inscrição, 1 vaga")).toBeVisible();
    const team = await visitorAs("editor");
    const file = await (await team.get(`/api/event-registrations/${kind.event}/csv?q=abc1d23`)).text();
    expect(file).toContain("Carla Antiga");
    expect(file).toContain("Placas");
    expect(file).not.toContain("Rui Moderno");
    const selected = await (await team.get(`/api/event-registrations/${kind.event}/csv?ids=${carla.id}`)).text();
    expect(selected).not.toContain("Carla de Novo");
  } finally {
    await removeKind(sql, kind);
  }
});

test("everything that a filter finds is selected and refused with a reason, over several pages", async ({
  page,
  signIn,
  sql,
}) => {
  test.slow();
  const kind = await makeKind(sql, { approval: true });
  try {
    const filed: Filed[] = [];
    for (let index = 0; index < 52; index += 1)
      filed.push(await register(sql, kind.type, { full_name: `Pessoa ${index}` }));
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/registrations?situacao=pending`);
    await page.getByRole("checkbox", { name: "Selecionar todas desta página" }).check();
    await page.getByRole("button", { name: "Selecionar todas as 52 encontradas" }).click();
    await expect(page.getByText("52 selecionadas")).toBeVisible();
    await page.getByLabel("52 selecionadas").selectOption({ label: "Recusar" });
    await page.getByLabel("Motivo (vai por e-mail)").fill("O evento lotou");
    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Aplicar às selecionadas" }).click();
    await expect(page.getByText("Nenhuma inscrição com estes filtros.")).toBeVisible();
    expect(await statusOf(sql, filed[0]!.id)).toBe("rejected");
    expect(await statusOf(sql, filed[51]!.id)).toBe("rejected");
  } finally {
    await removeKind(sql, kind);
  }
});

test("rows are 36 px high with a mouse, and cards at most 96 px on a phone", async ({ page, signIn, sql }) => {
  const kind = await makeKind(sql, { kind: "expositor", price: 5000 });
  try {
    await register(sql, kind.type, {
      full_name: "Carla Antiga de Um Nome Muito Comprido Que Não Cabe Na Linha",
      vehicles: [car("Corcel", "ABC1D23")],
      answers,
    });
    await signIn("editor");
    const row = page.getByRole("row").filter({ has: page.getByRole("link", { name: /^Carla Antiga/ }) });
    const heightOf = async () => (await row.boundingBox())!.height;
    await page.setViewportSize({ width: 1280, height: 800 });
    await page.goto(`/admin/events/${kind.event}/registrations`);
    expect(await heightOf()).toBeLessThanOrEqual(37);
    await page.setViewportSize({ width: 390, height: 800 });
    const card = page.locator("tr").filter({ hasText: "Carla Antiga" });
    expect((await card.boundingBox())!.height).toBeLessThanOrEqual(96);
    for (const text of ["expositor", "Aguarda pagamento", "Em aberto", "ABC1D23"])
      await expect(card.getByText(text).filter({ visible: true })).toHaveCount(1);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  } finally {
    await removeKind(sql, kind);
  }
});
