import { createHmac, randomBytes } from "node:crypto";
import http from "node:http";
import type { AddressInfo } from "node:net";
import { Accounts, setupPage, type ConnectedAccount } from "./stripe-double-accounts";

/** A local implementation of the part of the Stripe API that the product uses; works with the official SDK and a real browser. */
export type StripeDouble = {
  url: string;
  events: readonly StripeEvent[];
  /** Returns the object with an id; throws when it does not exist. */
  object: (id: string) => StripeObject;
  /** Pays an open session as its page would: by card or by a method with delayed confirmation. */
  pay: (session: string, how: Payment) => Promise<void>;
  redeliver: (event: string) => Promise<number>;
  /** Changes a connected account as its form or Stripe would, and sends `account.updated`. */
  change: (account: string, changes: Partial<ConnectedAccount>) => Promise<void>;
  /** The owner of an account disconnects it: the portal has no access any more. */
  deauthorize: (account: string) => Promise<void>;
  close: () => Promise<void>;
};

type StripeObject = { id: string; object: string; [field: string]: unknown };
type StripeEvent = { id: string; type: string; created: number; account?: string; data: { object: StripeObject } };
type Payment = "card" | "later" | "later_fails";
type Options = {
  port?: number;
  webhook?: string;
  secret?: string;
  /** Endpoint for the events of connected accounts, which has its own secret. */
  connectWebhook?: string;
  connectSecret?: string;
  /** The webhook endpoints of the account. */
  endpoints?: readonly WebhookEndpoint[];
};
type WebhookEndpoint = { url: string; status: string; enabled_events: readonly string[] };
type Fields = { [name: string]: string | Fields };
type Price = StripeObject & { currency: string; unit_amount: number };
type Session = StripeObject & {
  status: string;
  payment_status: string;
  amount_total: number;
  currency: string;
  payment_intent: string | null;
  success_url: string;
  cancel_url: string | null;
  metadata: unknown;
  url: string | null;
};
type Charge = StripeObject & { amount: number; amount_refunded: number };
type Answer = { status: number; body: unknown };

const now = () => Math.floor(Date.now() / 1000);
const newId = (prefix: string) => `${prefix}_test_${randomBytes(10).toString("hex")}`;
const refusal = (message: string, extra: Record<string, string> = {}, status = 400): Answer => ({
  status,
  body: { error: { type: "invalid_request_error", message, ...extra } },
});
const list = (url: string, data: readonly unknown[]) => ({ object: "list", url, has_more: false, data });

/** Parses `a[b][0]=c` into nested objects. */
function fieldsOf(body: string): Fields {
  const fields: Fields = {};
  for (const [name, value] of new URLSearchParams(body)) {
    const path = name.replaceAll("]", "").split("[");
    let place = fields;
    for (const step of path.slice(0, -1)) place = (place[step] ??= {}) as Fields;
    place[path.at(-1) ?? ""] = value;
  }
  return fields;
}

const text = (value: Fields[string] | undefined): string | undefined => (typeof value === "string" ? value : undefined);
const nested = (value: Fields[string] | undefined): Fields => (typeof value === "object" ? value : {});

/** The signature header that Stripe sends with a body. */
function signatureOf(body: string, secret: string, at = now()): string {
  return `t=${at},v1=${createHmac("sha256", secret).update(`${at}.${body}`).digest("hex")}`;
}

class Double {
  readonly events: StripeEvent[] = [];
  url = "";
  private readonly objects = new Map<string, StripeObject>();
  /** Payment intent metadata of a session, which the API does not return. */
  private readonly intentMetadata = new Map<string, Fields>();

  /** `account`: the connected account whose objects these are; null: the account of the portal. */
  constructor(
    private readonly options: Options,
    private readonly account: string | null = null,
  ) {}

  find<T extends StripeObject>(id: string): T | undefined {
    return this.objects.get(id) as T | undefined;
  }

  private keep<T extends StripeObject>(object: T): T {
    this.objects.set(object.id, object);
    return object;
  }

  async deliver(event: StripeEvent): Promise<number> {
    const { webhook, secret = "", connectWebhook, connectSecret = "" } = this.options;
    const to = event.account ? connectWebhook : webhook;
    if (!to) return 0;
    const body = JSON.stringify(event);
    const headers = {
      "content-type": "application/json",
      "stripe-signature": signatureOf(body, event.account ? connectSecret : secret),
    };
    return fetch(to, { method: "POST", headers, body }).then(
      ({ status }) => status,
      () => 0,
    );
  }

  async emit(type: string, object: StripeObject): Promise<void> {
    const event = {
      id: newId("evt"),
      object: "event",
      api_version: "2026-10-29",
      created: now(),
      livemode: false,
      pending_webhooks: 1,
      type,
      ...(this.account && { account: this.account }),
      data: { object: structuredClone(object) },
    };
    this.events.push(event);
    await this.deliver(event);
  }

  product(fields: Fields): Answer {
    return {
      status: 200,
      body: this.keep({ id: newId("prod"), object: "product", active: true, metadata: {}, created: now(), ...fields }),
    };
  }

  private newPrice(fields: Fields): Price {
    return this.keep({
      id: newId("price"),
      object: "price",
      active: true,
      type: "one_time",
      currency: text(fields.currency) ?? "brl",
      unit_amount: Number(fields.unit_amount),
      product: text(fields.product) ?? newId("prod"),
      metadata: {},
      created: now(),
    });
  }

  price(fields: Fields): Answer {
    return { status: 200, body: this.newPrice(fields) };
  }

  prices(): Answer {
    return {
      status: 200,
      body: list(
        "/v1/prices",
        [...this.objects.values()].filter(({ object }) => object === "price"),
      ),
    };
  }

  endpoints(): Answer {
    const { webhook, endpoints = webhook ? [{ url: webhook, status: "enabled", enabled_events: ["*"] }] : [] } =
      this.options;
    return {
      status: 200,
      body: list(
        "/v1/webhook_endpoints",
        endpoints.map((endpoint) => ({ id: newId("we"), object: "webhook_endpoint", ...endpoint })),
      ),
    };
  }

  openSession(fields: Fields): Answer {
    if (!fields.mode) return refusal("Missing required param: mode.", { param: "mode" });
    const items = Object.values(nested(fields.line_items)).map((item) => {
      const line = nested(item);
      const known = text(line.price);
      const price = known ? this.find<Price>(known) : this.newPrice(nested(line.price_data));
      return price && { price, quantity: Number(line.quantity ?? 1) };
    });
    const [first] = items;
    if (!first || items.includes(undefined))
      return refusal("No such price", { code: "resource_missing", param: "line_items[0][price]" });
    const total = items.reduce((sum, item) => sum + (item ? item.price.unit_amount * item.quantity : 0), 0);
    const id = newId("cs");
    this.intentMetadata.set(id, nested(nested(fields.payment_intent_data).metadata));
    const session: Session = {
      id,
      object: "checkout.session",
      mode: fields.mode,
      status: "open",
      payment_status: "unpaid",
      amount_subtotal: total,
      amount_total: total,
      currency: first.price.currency,
      customer_email: text(fields.customer_email) ?? null,
      client_reference_id: text(fields.client_reference_id) ?? null,
      metadata: nested(fields.metadata),
      payment_intent: null,
      success_url: text(fields.success_url) ?? "",
      cancel_url: text(fields.cancel_url) ?? null,
      expires_at: Number(fields.expires_at ?? now() + 86_400),
      created: now(),
      livemode: false,
      url: `${this.url}/pay/${id}`,
    };
    return { status: 200, body: this.keep(session) };
  }

  async expire(id: string): Promise<Answer> {
    const session = this.find<Session>(id);
    if (session?.status !== "open") return refusal('Only Checkout Sessions with a status in ["open"] can be expired.');
    Object.assign(session, { status: "expired", url: null });
    await this.emit("checkout.session.expired", session);
    return { status: 200, body: session };
  }

  async pay(id: string, how: Payment): Promise<Session> {
    const session = this.find<Session>(id);
    if (!session) throw new Error(`no session ${id}`);
    if (session.status !== "open") return session;
    const { amount_total: amount, currency } = session;
    const metadata = this.intentMetadata.get(id) ?? {};
    const intent = this.keep<StripeObject>({
      id: newId("pi"),
      object: "payment_intent",
      amount,
      currency,
      status: how === "card" ? "succeeded" : "processing",
      metadata,
      created: now(),
    });
    Object.assign(session, {
      status: "complete",
      payment_intent: intent.id,
      payment_status: how === "card" ? "paid" : "unpaid",
    });
    await this.emit("checkout.session.completed", session);
    if (how === "later_fails") {
      intent.status = "canceled";
      await this.emit("checkout.session.async_payment_failed", session);
      return session;
    }
    // The charge copies the metadata of the payment intent, which is how a refund is matched to its sale.
    const charge = this.keep<Charge>({
      id: newId("ch"),
      object: "charge",
      amount,
      currency,
      amount_refunded: 0,
      refunded: false,
      paid: true,
      payment_intent: intent.id,
      metadata,
      created: now(),
    });
    Object.assign(intent, { status: "succeeded", latest_charge: charge.id });
    if (how === "later") {
      session.payment_status = "paid";
      await this.emit("checkout.session.async_payment_succeeded", session);
    }
    await this.emit("payment_intent.succeeded", intent);
    return session;
  }

  async refund(fields: Fields): Promise<Answer> {
    const intent = this.find(text(fields.payment_intent) ?? "");
    const charge = this.find<Charge>(String(intent?.latest_charge));
    if (!intent || !charge)
      return refusal(`No such payment_intent: '${text(fields.payment_intent)}'`, { code: "resource_missing" }, 404);
    const left = charge.amount - charge.amount_refunded;
    const amount = Number(fields.amount ?? left);
    if (!(amount > 0 && amount <= left))
      return refusal("Refund amount is greater than unrefunded amount on charge", { code: "charge_already_refunded" });
    charge.amount_refunded += amount;
    charge.refunded = charge.amount_refunded === charge.amount;
    const refund = this.keep({
      id: newId("re"),
      object: "refund",
      amount,
      currency: charge.currency,
      payment_intent: intent.id,
      charge: charge.id,
      status: "succeeded",
      metadata: nested(fields.metadata),
      created: now(),
    });
    await this.emit("charge.refunded", charge);
    return { status: 200, body: refund };
  }

  retrieve(id: string): Answer {
    const object = this.find(id);
    return object
      ? { status: 200, body: object }
      : refusal(`No such object: '${id}'`, { code: "resource_missing" }, 404);
  }
}

/** Everything behind the address of the double: the account of the portal and the accounts connected to it. */
class Platform {
  readonly own: Double;
  readonly accounts: Accounts<Double>;
  url = "";

  constructor(options: Options) {
    this.own = new Double(options);
    this.accounts = new Accounts((account) => {
      const space = new Double(options, account);
      space.url = this.url;
      return space;
    });
  }

  /** The objects that a page or a test names by an id; ids are unique in all accounts. */
  spaceOf(id: string): Double | undefined {
    return [this.own, ...this.accounts.spaces()].find((space) => space.find(id));
  }

  events(): StripeEvent[] {
    return [this.own, ...this.accounts.spaces()].flatMap(({ events }) => events);
  }

  async change(id: string, changes: Partial<ConnectedAccount>): Promise<void> {
    const found = this.accounts.connected(id);
    if (!found) throw new Error(`no account ${id}`);
    Object.assign(found.account, changes);
    await found.space.emit("account.updated", found.account);
  }

  async deauthorize(id: string): Promise<void> {
    const space = this.accounts.disconnect(id);
    await space.emit("account.application.deauthorized", {
      id: "ca_test_portal",
      object: "application",
      name: "Portal",
    });
  }

  createAccount(fields: Fields): Answer {
    const account = this.accounts.create({
      type: text(fields.type) ?? "standard",
      country: text(fields.country) ?? "US",
      metadata: nested(fields.metadata),
    });
    return { status: 200, body: account };
  }

  createLink(fields: Fields): Answer {
    const [account, returnUrl, refreshUrl] = [fields.account, fields.return_url, fields.refresh_url].map(text);
    if (!account || !this.accounts.connected(account)) return noAccess(account ?? "");
    if (!returnUrl || !refreshUrl) return refusal("Missing required param: return_url.", { param: "return_url" });
    return { status: 200, body: this.accounts.link(account, returnUrl, refreshUrl, this.url) };
  }

  readAccount(id: string): Answer {
    const found = this.accounts.connected(id);
    return found ? { status: 200, body: found.account } : noAccess(id);
  }
}

const noAccess = (id: string): Answer =>
  refusal(
    `The provided key does not have access to account '${id}' (or that account does not exist). Application access may have been revoked.`,
    { code: "account_invalid" },
    403,
  );

/** Requests about connected accounts, in the name of the portal. */
const ACCOUNT_ROUTES: readonly [string, RegExp, (platform: Platform, fields: Fields, id: string) => Answer][] = [
  ["POST", /^\/v1\/accounts$/, (platform, fields) => platform.createAccount(fields)],
  ["GET", /^\/v1\/accounts\/(\w+)$/, (platform, _, id) => platform.readAccount(id)],
  ["POST", /^\/v1\/account_links$/, (platform, fields) => platform.createLink(fields)],
];

type Route = [
  method: string,
  path: RegExp,
  run: (double: Double, fields: Fields, id: string) => Answer | Promise<Answer>,
];

const ROUTES: readonly Route[] = [
  ["POST", /^\/v1\/products$/, (double, fields) => double.product(fields)],
  ["POST", /^\/v1\/prices$/, (double, fields) => double.price(fields)],
  ["GET", /^\/v1\/prices$/, (double) => double.prices()],
  ["GET", /^\/v1\/webhook_endpoints$/, (double) => double.endpoints()],
  ["POST", /^\/v1\/checkout\/sessions$/, (double, fields) => double.openSession(fields)],
  ["POST", /^\/v1\/checkout\/sessions\/(\w+)\/expire$/, (double, _, id) => double.expire(id)],
  ["POST", /^\/v1\/refunds$/, (double, fields) => double.refund(fields)],
  ["GET", /^\/v1\/events$/, (double) => ({ status: 200, body: list("/v1/events", double.events.toReversed()) })],
  ["GET", /^\/v1\/[a-z_/]+\/(\w+)$/, (double, _, id) => double.retrieve(id)],
];

/** `account`: the header `Stripe-Account`, in whose account the request is made. */
async function answerOf(
  platform: Platform,
  account: string | undefined,
  { method, path, body }: { method: string; path: string; body: string },
): Promise<Answer> {
  const connected = account === undefined ? undefined : platform.accounts.connected(account);
  if (account !== undefined && !connected) return noAccess(account);
  if (connected && method === "POST" && path === "/v1/checkout/sessions" && !connected.account.charges_enabled)
    return refusal("Your account cannot currently make charges.", { code: "account_number_invalid" });
  if (!connected)
    for (const [wanted, pattern, run] of ACCOUNT_ROUTES) {
      const found = wanted === method ? pattern.exec(path) : null;
      if (found) return run(platform, fieldsOf(body), found[1] ?? "");
    }
  const double = connected?.space ?? platform.own;
  for (const [wanted, pattern, run] of ROUTES) {
    const found = wanted === method ? pattern.exec(path) : null;
    if (found) return run(double, fieldsOf(body), found[1] ?? "");
  }
  return refusal(`Unrecognized request URL (${method}: ${path})`, {}, 404);
}

const escapeHtml = (words: string) => words.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");

/** The page where Stripe would ask for a card. */
function payPage(session: Session): string {
  const amount = new Intl.NumberFormat("pt-BR", { style: "currency", currency: "BRL" }).format(
    session.amount_total / 100,
  );
  const buttons = [
    ["card", "Pagar com cartão"],
    ["later", "Pagar com método demorado"],
    ["later_fails", "Método demorado que falha"],
  ]
    .map(([how, label]) => `<button name="how" value="${how}">${label}</button>`)
    .join(" ");
  const back = session.cancel_url ? `<p><a href="${escapeHtml(session.cancel_url)}">Voltar sem pagar</a></p>` : "";
  return `<!doctype html><html lang="pt-BR"><title>Pagamento de teste</title><h1>Pagamento de teste: ${amount}</h1><form method="post">${buttons}</form>${back}</html>`;
}

async function servePayPage(
  platform: Platform,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  id: string,
  body: string,
): Promise<void> {
  const double = platform.spaceOf(id);
  const session = double?.find<Session>(id);
  if (!double || !session) return void response.writeHead(404).end();
  if (request.method !== "POST")
    return void response.setHeader("content-type", "text/html; charset=utf-8").end(payPage(session));
  await double.pay(id, (new URLSearchParams(body).get("how") ?? "card") as Payment);
  response.writeHead(303, { location: session.success_url.replace("{CHECKOUT_SESSION_ID}", id) }).end();
}

/** Serves the form of an account link, which can be opened once. */
async function serveSetupPage(
  platform: Platform,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  token: string,
  body: string,
): Promise<void> {
  if (request.method !== "POST") {
    const opened = platform.accounts.open(token);
    if (!opened) return void response.writeHead(404).end();
    if (!("account" in opened)) return void response.writeHead(303, { location: opened.refreshUrl }).end();
    return void response.setHeader("content-type", "text/html; charset=utf-8").end(setupPage(opened.account));
  }
  const link = platform.accounts.linkOf(token);
  if (!link?.isUsed) return void response.writeHead(404).end();
  const form = new URLSearchParams(body);
  if (form.get("how") === "done")
    await platform.change(link.account, {
      details_submitted: true,
      charges_enabled: true,
      payouts_enabled: true,
      business_profile: { name: form.get("name") || null },
    });
  response.writeHead(303, { location: link.returnUrl }).end();
}

/** Implements idempotency keys of each account: a repeated key gets the first response; another body with the same key is refused. */
async function serveApi(
  platform: Platform,
  known: Map<string, { body: string; answer: Answer }>,
  request: http.IncomingMessage,
  path: string,
  body: string,
): Promise<Answer> {
  if (!/^Bearer (?:sk|rk)_/.test(request.headers.authorization ?? ""))
    return { status: 401, body: { error: { type: "invalid_request_error", message: "Invalid API Key provided" } } };
  const header = request.headers["stripe-account"];
  const account = typeof header === "string" ? header : undefined;
  const sent = request.method === "POST" ? request.headers["idempotency-key"] : undefined;
  const key = typeof sent === "string" ? `${account ?? ""} ${sent}` : undefined;
  const first = typeof key === "string" ? known.get(key) : undefined;
  if (first && first.body !== body)
    return {
      status: 400,
      body: {
        error: {
          type: "idempotency_error",
          message: "Keys for idempotent requests can only be used with the same parameters they were first used with.",
        },
      },
    };
  if (first) return first.answer;
  const { status, body: said } = await answerOf(platform, account, {
    method: request.method ?? "GET",
    path,
    body,
  });
  const answer = { status, body: structuredClone(said) };
  if (typeof key === "string") known.set(key, { body, answer });
  return answer;
}

/** Starts the double; without a port, on a free one. */
export async function startStripeDouble(options: Options): Promise<StripeDouble> {
  const platform = new Platform(options);
  const known = new Map<string, { body: string; answer: Answer }>();
  const serve = async (request: http.IncomingMessage, response: http.ServerResponse) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const body = Buffer.concat(chunks).toString("utf8");
    const path = new URL(request.url ?? "/", "http://localhost").pathname;
    const page = /^\/pay\/(\w+)$/.exec(path);
    if (page) return servePayPage(platform, request, response, page[1] ?? "", body);
    const setup = /^\/setup\/(\w+)$/.exec(path);
    if (setup) return serveSetupPage(platform, request, response, setup[1] ?? "", body);
    const answer = await serveApi(platform, known, request, path, body);
    response
      .writeHead(answer.status, { "content-type": "application/json", "request-id": newId("req") })
      .end(JSON.stringify(answer.body));
  };
  const server = http.createServer(
    (request, response) => void serve(request, response).catch(() => response.destroy()),
  );
  await new Promise<void>((resolve) => server.listen(options.port ?? 0, "127.0.0.1", resolve));
  platform.url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  platform.own.url = platform.url;
  const object = (id: string) => {
    const found = platform.spaceOf(id)?.find(id);
    if (!found) throw new Error(`nothing known as ${id}`);
    return found;
  };
  return {
    url: platform.url,
    get events() {
      return platform.events();
    },
    object,
    pay: async (session, how) => {
      const space = platform.spaceOf(session);
      if (!space) throw new Error(`no session ${session}`);
      await space.pay(session, how);
    },
    redeliver: async (id) => {
      const event = platform.events().find((one) => one.id === id);
      return event ? platform.own.deliver(event) : 0;
    },
    change: (account, changes) => platform.change(account, changes),
    deauthorize: (account) => platform.deauthorize(account),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
