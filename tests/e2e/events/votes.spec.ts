import type { Sql } from "postgres";
import {
  addRegistrationLink,
  makeKind,
  register,
  removeKind,
  type Kind,
} from "../../database/events/registration-support";
import { demoAccount } from "../support/accounts";
import { renderedText } from "../support/page";
import { textOfQrCode } from "../support/qr-image";
import { expect, test as base, type Page } from "../support/test";
import { JOB_MS } from "../support/job-wait";

type Car = { vehicle: string; badge: string };
type Voting = {
  event: Kind;
  slug: string;
  cars: readonly [Car, Car];
  /** Address of the badge of a visitor. */
  visitor: { id: string; address: string };
  votes: () => Promise<string[]>;
};

const badgeAddress = (key: string) => `https://portal.example/eventos/inscricao/${key}/cracha`;

async function addCar(sql: Sql, type: string, model: string): Promise<Car> {
  const { id } = await register(sql, type, {
    vehicles: [{ make: "Volkswagen", model, year: 1972, story: "Comprado zero pelo meu avô." }],
    answers: { rules_consent: true },
  });
  const [car] = await sql<{ id: string }[]>`select id from public.registration_vehicles where registration_id = ${id}`;
  const token = await addRegistrationLink(sql, "badge", id);
  return { vehicle: car!.id, badge: `/eventos/inscricao/${token}/cracha` };
}

/** An event with two cars and a visitor, whose voting is open. */
async function addVoting(sql: Sql): Promise<Voting> {
  const event = await makeKind(sql, { kind: "expositor" });
  const [row] = await sql<{ slug: string }[]>`
    update public.events set votes_open_at = now() - interval '1 hour', votes_close_at = now() + interval '1 hour'
    where id = ${event.event} returning slug`;
  const [type] = await sql<{ id: string }[]>`
    insert into public.event_registration_types (event_id, kind, name) values (${event.event}, 'publico', 'Público') returning id`;
  const visitor = await register(sql, type!.id);
  return {
    event,
    slug: row!.slug,
    cars: [await addCar(sql, event.type, "Fusca"), await addCar(sql, event.type, "Brasília")],
    visitor: { id: visitor.id, address: badgeAddress(await addRegistrationLink(sql, "badge", visitor.id)) },
    votes: async () =>
      (
        await sql<{ vehicle: string }[]>`
          select vehicle_id as vehicle from public.event_votes where event_id = ${event.event}`
      ).map(({ vehicle }) => vehicle),
  };
}

const test = base.extend<{ voting: Voting }>({
  voting: async ({ sql }, use) => {
    const voting = await addVoting(sql);
    await use(voting);
    await removeKind(sql, voting.event);
  },
});

const votePage = ({ vehicle }: Car) => `/eventos/votar/${vehicle}`;
const answer = (page: Page) => page.getByRole("main").getByRole("status");

async function vote(page: Page, ticket: string): Promise<void> {
  await page.getByLabel("Seu ingresso").fill(ticket);
  await page.getByRole("button", { name: "Votar neste carro" }).click();
}

test("the code of a dash card opens the car, and a ticket has one vote, which it can move", async ({
  page,
  voting,
}) => {
  const [fusca, brasilia] = voting.cars;
  await page.goto(`${fusca.badge}?tamanho=dash-a5`);
  const code = await textOfQrCode(page.getByAltText("QR Code da página de votação deste carro"));
  expect(new URL(code).pathname).toBe(votePage(fusca));
  await page.goto(new URL(code).pathname);
  await expect(page.getByRole("heading", { name: "Volkswagen Fusca" })).toBeVisible();
  await vote(page, voting.visitor.address);
  await expect(answer(page)).toHaveText("Voto registrado. Obrigado por votar!");
  expect(await voting.votes()).toEqual([fusca.vehicle]);

  await page.goto(votePage(brasilia));
  await vote(page, voting.visitor.address);
  await expect(answer(page)).toHaveText("Você já tinha votado; agora o seu voto é deste carro.");
  expect(await voting.votes()).toEqual([brasilia.vehicle]);
});

test("wrong tickets get a reason and store nothing", async ({ page, sql, voting }) => {
  const other = await makeKind(sql);
  try {
    const stranger = await register(sql, other.type);
    const foreign = badgeAddress(await addRegistrationLink(sql, "badge", stranger.id));
    const [fusca] = voting.cars;
    await page.goto(votePage(fusca));
    for (const [ticket, reason] of [
      ["AB12CD34", "Nenhuma inscrição confirmada tem este link ou código."],
      [foreign, "Este ingresso é de outro evento."],
      [fusca.badge, "Você não pode votar no carro da sua própria inscrição."],
      [badgeAddress(voting.visitor.id), "Este endereço só serve de ingresso na conta que fez a inscrição."],
    ] as const) {
      await vote(page, ticket);
      await expect(answer(page)).toContainText(reason);
    }
    expect(await voting.votes()).toEqual([]);
  } finally {
    await removeKind(sql, other);
  }
});

test("the owner of a registration pastes the address of the open badge", async ({ page, sql, signIn, voting }) => {
  await sql`
    update public.event_registrations
    set user_id = (select id from auth.users where email = ${demoAccount("user").email}) where id = ${voting.visitor.id}`;
  const [fusca] = voting.cars;
  const address = badgeAddress(voting.visitor.id);
  await signIn("editor");
  await page.goto(votePage(fusca));
  await vote(page, address);
  await expect(answer(page)).toContainText("Este endereço só serve de ingresso na conta que fez a inscrição.");
  await signIn("user");
  await page.goto(votePage(fusca));
  await vote(page, address);
  await expect(answer(page)).toHaveText("Voto registrado. Obrigado por votar!");
  expect(await voting.votes()).toEqual([fusca.vehicle]);
});

test("the camera is asked for with a press only, and reads the code of a badge", async ({ page, voting }) => {
  const [fusca, brasilia] = voting.cars;
  await page.goto(brasilia.badge);
  const badge = await page.getByAltText("QR code da entrada").getAttribute("src");
  // A camera whose picture is the code of a badge.
  await page.addInitScript((src) => {
    const show = async () => {
      document.documentElement.dataset.camera = "asked";
      const picture = new Image();
      picture.src = src!;
      await picture.decode();
      const canvas = Object.assign(document.createElement("canvas"), { width: 640, height: 480 });
      const context = canvas.getContext("2d")!;
      const draw = () => {
        context.fillStyle = "#fff";
        context.fillRect(0, 0, 640, 480);
        context.drawImage(picture, 120, 40, 400, 400);
      };
      draw();
      setInterval(draw, 100);
      return canvas.captureStream(10);
    };
    Object.defineProperty(navigator, "mediaDevices", { value: { getUserMedia: show } });
  }, badge);
  const readers: string[] = [];
  page.on("request", (request) => void (request.url().includes(".wasm") && readers.push(request.url())));
  await page.goto(votePage(fusca));
  await page.waitForLoadState("networkidle");
  await expect(page.locator("html")).not.toHaveAttribute("data-camera");
  expect(readers).toEqual([]);
  await page.getByRole("button", { name: "Ler o QR Code do crachá" }).click();
  await expect(answer(page)).toHaveText("Código lido. Toque em “Votar neste carro”.");
  await expect(page.locator("video")).toHaveCount(0);
  await page.getByRole("button", { name: "Votar neste carro" }).click();
  await expect(answer(page)).toHaveText("Voto registrado. Obrigado por votar!");
  expect(await voting.votes()).toEqual([fusca.vehicle]);
});

test("the result is shown when voting is closed and the organiser published it, not before", async ({
  page,
  sql,
  voting,
  visitorAs,
}) => {
  const [fusca] = voting.cars;
  const nobody = await visitorAs(null);
  const send = () =>
    nobody.post("/api/event-votes", { data: { vehicle: fusca.vehicle, ticket: voting.visitor.address } });
  expect(await (await send()).json()).toEqual({ answer: "counted" });
  const eventPage = `/eventos/lacambeche/${voting.slug}`;
  expect(await renderedText(nobody, eventPage)).not.toContain("data-vote-result");

  await sql`update public.events set votes_close_at = now() where id = ${voting.event.event}`;
  await sql`select private.publish_due_events()`;
  expect(await (await send()).json()).toEqual({ answer: "closed" });
  await page.goto(votePage(fusca));
  await expect(page.getByText(/^A votação fechou em/)).toBeVisible();
  await expect(page.getByLabel("Seu ingresso")).toHaveCount(0);
  await expect(page.getByText("A organização ainda não publicou o resultado.")).toBeVisible();
  expect(await renderedText(nobody, eventPage)).not.toContain("data-vote-result");
  await sql`update public.events set votes_published_at = now() where id = ${voting.event.event}`;
  await expect.poll(() => renderedText(nobody, eventPage), { timeout: JOB_MS }).toContain("data-vote-result");
  await page.reload();
  await page.getByRole("link", { name: "Ver o resultado" }).click();
  const result = page.locator("[data-vote-result]");
  await expect(result.getByRole("listitem").first()).toContainText("Volkswagen Fusca 1972");
  await expect(result.getByRole("listitem").first()).toContainText("1 voto");
});
