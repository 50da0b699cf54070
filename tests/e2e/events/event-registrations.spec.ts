import { createHash, randomBytes } from "node:crypto";
import { makeKind, register, removeKind, statusOf, takenOf } from "../../database/events/registration-support";
import { toast } from "../support/page";
import { expect, test } from "../support/test";
import { answerQuestions } from "../support/questions";

test("an editor approves, refuses beyond the places, and exports the registrations of an event", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  const kind = await makeKind(sql, { approval: true, capacity: 1 });
  try {
    const first = await register(sql, kind.type, { full_name: "Carla Antiga" });
    const second = await register(sql, kind.type, { full_name: "=Rui()" });
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/registrations`);
    await page.getByRole("link", { name: "Carla Antiga" }).click();
    await page.getByRole("button", { name: "Aprovar" }).click();
    await expect(toast(page, "Feito")).toBeVisible();
    expect([await statusOf(sql, first.id), await takenOf(sql, kind.type)]).toEqual(["confirmed", 1]);
    await page.getByRole("link", { name: "Todas as inscrições" }).click();
    await page.getByRole("checkbox", { name: "Selecionar: =Rui()" }).check();
    await page.getByRole("button", { name: "Aplicar às selecionadas" }).click();
    await expect(page.getByText("Sem vaga: 1")).toBeVisible();
    expect(await statusOf(sql, second.id)).toBe("pending");
    const path = `/api/event-registrations/${kind.event}`;
    const [team, visitor] = [await visitorAs("editor"), await visitorAs("user")];
    expect(await (await team.get(`${path}/csv`)).text()).toContain("'=Rui()");
    expect((await team.get(`${path}/xlsx`)).headers()["content-type"]).toContain("spreadsheetml");
    expect((await visitor.get(`${path}/csv`)).status()).toBe(403);
    expect((await visitor.get(`/admin/events/${kind.event}/registrations`)).status()).toBe(307);
  } finally {
    await removeKind(sql, kind);
  }
});

test("a person declines with one tap, and their place is given to the next one of the waiting list", async ({
  page,
  signIn,
  sql,
}) => {
  const kind = await makeKind(sql, { capacity: 1 });
  try {
    const [first, second] = [await register(sql, kind.type), await register(sql, kind.type)];
    const token = randomBytes(32).toString("base64url");
    await sql`
      insert into public.registration_links (registration_id, kind, version, token_hash, expires_at)
      values (${first.id}, 'attendance', 1, ${createHash("sha256").update(token).digest("hex")}, now() + interval '1 day')`;
    await page.goto(`/eventos/presenca/${token}`);
    const answer = async () => {
      const [row] = await sql<{ attending: string }[]>`
        select attending from public.event_registrations where id = ${first.id}`;
      return row!.attending;
    };
    expect(await answer()).toBe("unknown");
    await page.getByRole("button", { name: "Não vou" }).click();
    await expect(page.getByText("Anotado: você não vem")).toBeVisible();
    expect(await answer()).toBe("no");
    await signIn("editor");
    await page.goto(`/admin/events/${kind.event}/confirmacao`);
    await answerQuestions(page, "confirm", "next");
    await page.getByRole("button", { name: "Cancelar e oferecer as vagas" }).click();
    await expect(page.getByText("1 inscrições canceladas")).toBeVisible();
    expect([await statusOf(sql, first.id), await statusOf(sql, second.id)]).toEqual(["cancelled", "offered"]);
  } finally {
    await removeKind(sql, kind);
  }
});

test("a contract is filled in, sent by link and signed; an editor may not open it", async ({
  page,
  signIn,
  sql,
  visitorAs,
}) => {
  const kind = await makeKind(sql);
  try {
    const { id } = await register(sql, kind.type, { full_name: "Carla Antiga", company: "" });
    const path = `/admin/events/${kind.event}/registrations/${id}/contract`;
    expect((await (await visitorAs("editor")).get(path)).status()).toBe(307);
    await signIn("admin");
    await page.goto(path);
    await page.getByRole("button", { name: "Preencher com a inscrição" }).click();
    await expect(page.getByLabel(/^Cláusulas/)).toHaveValue(/Carla Antiga/);
    await page.getByRole("button", { name: "Salvar texto" }).click();
    await page.getByRole("button", { name: "Criar link para assinar" }).click();
    const link = await page.getByRole("textbox", { name: "Link para assinar" }).inputValue();
    await page.goto(new URL(link).pathname);
    await page.getByRole("radio", { name: "Usar o nome digitado" }).check();
    await page.getByRole("checkbox", { name: /Li o contrato/ }).check();
    await page.getByRole("button", { name: "Assinar o contrato" }).click();
    await expect(page.getByText("Contrato assinado em")).toBeVisible();
    const file = await page.request.get(`${new URL(link).pathname}/pdf`);
    expect((await file.body()).subarray(0, 5).toString()).toBe("%PDF-");
    const [row] = await sql<{ hash: string }[]>`
      select contract_sha256 as hash from public.registration_contracts where registration_id = ${id}`;
    await page.goto(`/contrato/${row!.hash}`);
    await expect(page.getByRole("heading", { name: "Contrato autêntico" })).toBeVisible();
  } finally {
    await sql`delete from public.registration_contracts where event_title = 'Encontro de teste'`;
    await removeKind(sql, kind);
  }
});
