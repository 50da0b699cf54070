import { ACCOUNTS, ACTORS, ADMINS_UP, EDITORS_UP, MAIN_ADMINS_UP, NOBODY, type Account } from "../../database/actors";
import type { Line } from "./expected";

export type HandlerLine = Line & {
  /** The address, for routes with parameters or a required query. */
  path?: string | ((ids: Record<Account, string>) => string);
  body?: string;
  /** Status for allowed callers. */
  status: number;
  /** Status of a refusal, when it is not 401 or 403. */
  refusal?: number;
};

const TOKEN = "0".repeat(64);
const MISSING = "00000000-0000-4000-8000-0000000000ff";

const open = (status: number, path?: string): HandlerLine => ({ can: ACTORS, status, ...(path && { path }) });
/** A handler that reads a body from everybody; an invalid one is rejected as input error. */
const reads = (status = 400, body = "{}"): HandlerLine => ({ can: ACTORS, status, body });

const checkout = JSON.stringify({ successUrl: "x", cancelUrl: "x", metadata: { sale_id: MISSING, type: "x" } });

/** All methods of all route handlers; words after the path distinguish several entries of one handler. */
export const HANDLERS: Record<string, HandlerLine> = {
  // Downloads of the public site.
  "GET /[uf]/rota/[regionSlug]/gpx": open(200, "/sc/rota/serra-do-rio-do-rastro/gpx"),
  "GET /[uf]/rota/[regionSlug]/kml": open(200, "/sc/rota/serra-do-rio-do-rastro/kml"),
  "GET /arte/[month]/[name]": open(404, "/arte/2026-01/none.webp"),
  "GET /blog/rss.xml": open(200),
  "GET /manifest.webmanifest": open(200),
  "GET /cartao-postal/[name]": open(200, "/cartao-postal/serra~access-table.svg"),
  "GET /imagem-evento/[file]": open(200, "/imagem-evento/encontro-demonstracao~pt-BR~000000.jpg"),
  "GET /imagem-rota/[uf]/[file]": open(200, "/imagem-rota/sc/serra-do-rio-do-rastro~pt-BR~000000.jpg"),
  "GET /mapa-interativo/dados/[name]": open(200, "/mapa-interativo/dados/sc.json"),
  "GET /midia/[month]/[name]": open(404, "/midia/2026-01/none.webp"),
  "GET /qrcode/[name]": open(200, "/qrcode/publicar-evento.svg"),
  "GET /revista-digital/[magazineId]/pdf": open(404, "/revista-digital/none/pdf"),
  "GET /serwist/[path]": open(200, "/serwist/sw.js"),
  "GET /sitemap.xml": open(200),
  "GET /socorro/dados.json": open(200),
  "GET /sitemap/[file]": open(200, "/sitemap/regions.xml"),
  "GET /api/offline-pack/[uf]": open(200, "/api/offline-pack/sc"),
  "GET /api/search": open(200, "/api/search?q=serra"),
  // Loading the network for a valid request takes seconds; road-route.spec.ts does that once.
  "GET /api/road-route": open(400, "/api/road-route?points=x"),
  "GET /api/trip-places": open(200, "/api/trip-places?path=/sc/rota/serra-do-rio-do-rastro"),
  "GET /api/trip-outings": open(200, "/api/trip-outings?lat=-27.8&lng=-50.3&km=200"),
  "POST /api/trip-facts": reads(),
  "GET /api/voucher-downloads/[downloadId]": open(404, `/api/voucher-downloads/${MISSING}`),
  "GET /api/voucher-stock": open(200, "/api/voucher-stock?uf=sc"),
  "GET /api/health": open(200),
  "GET /api/health/live": open(200),
  "GET /api/health/ready": open(200),
  "GET /api/session": open(200),
  "GET /api/auth/callback": open(303),

  // Reports and forms of visitors.
  "POST /api/ad-art": reads(404),
  "POST /api/ad-events": reads(),
  "POST /api/error-reports": reads(),
  "POST /api/page-views": reads(),
  "POST /api/search-misses": reads(),
  "POST /api/place-contacts": reads(),
  "POST /api/contract-signatures": reads(),
  "POST /api/payment-receipts": reads(),
  "POST /api/pix": reads(),
  "POST /api/payer-documents": reads(),
  "POST /api/request-photos": reads(400, "x"),

  // The token in the link authorizes the request.
  "POST /api/trips": reads(),
  "GET /viagem/[token]/[format]": open(404, `/viagem/${TOKEN}/gpx`),
  "GET /api/vehicle-sale/[token]/[fileId]": open(404, `/api/vehicle-sale/${TOKEN}/${MISSING}`),
  "GET /api/ad-report/[token]": open(404, `/api/ad-report/${TOKEN}`),
  "GET /pagamento/[token]/contrato": open(303, `/pagamento/${TOKEN}/contrato`),
  "GET /pagamento/[token]/recibo": open(303, `/pagamento/${TOKEN}/recibo`),
  "GET /api/fee-invoices/[invoice]": { can: ACCOUNTS, path: `/api/fee-invoices/${MISSING}`, status: 404 },
  "GET /api/contracts/[sale]": { can: ACCOUNTS, path: `/api/contracts/${MISSING}`, status: 404 },
  "GET /api/payment-ads/[token]": open(404, `/api/payment-ads/${TOKEN}`),
  "POST /api/fresh-links": reads(),
  "POST /api/create-checkout-session": { can: ACCOUNTS, status: 404, body: checkout },
  "POST /api/webhooks/stripe": { can: NOBODY, status: 200, body: "{}", refusal: 400 },
  "POST /api/webhooks/stripe-connect": { can: NOBODY, status: 200, body: "{}", refusal: 400 },

  // The team.
  "GET /admin/exportar/[...record] of questions": {
    can: EDITORS_UP,
    path: "/admin/exportar/website-content/perguntas",
    status: 200,
  },
  "GET /admin/exportar/[...record] of tolls": { can: MAIN_ADMINS_UP, path: "/admin/exportar/tolls", status: 200 },
  "GET /api/account-export": {
    can: ["user", ...MAIN_ADMINS_UP],
    path: ({ user }) => `/api/account-export?account=${user}`,
    status: 200,
  },
  "GET /api/backup": { can: ["superadministrador"], status: 200 },
  "GET /api/exports/[name] of reviews": { can: ADMINS_UP, path: "/api/exports/app-reviews", status: 200 },
  "GET /api/exports/[name] of check-in": { can: ADMINS_UP, path: "/api/exports/checkin-usage", status: 200 },
  "GET /api/exports/[name] of money": { can: MAIN_ADMINS_UP, path: "/api/exports/payments", status: 200 },
  "GET /api/month-closings/[month]/[format]": {
    can: MAIN_ADMINS_UP,
    path: "/api/month-closings/2026-11/csv",
    status: 200,
  },
  "GET /api/exports/[name] of commissions": {
    can: ["vendedor", ...ADMINS_UP],
    path: "/api/exports/commissions",
    status: 200,
  },
  "GET /api/exports/[name] of vouchers": { can: EDITORS_UP, path: "/api/exports/vouchers", status: 200 },
  "GET /api/exports/[name] of leads": { can: ADMINS_UP, path: "/api/exports/lead-conversion", status: 200 },
  "GET /api/exports/[name] of page views": { can: ADMINS_UP, path: "/api/exports/page-views", status: 200 },
  "GET /api/payment-receipts/[payment]": { can: MAIN_ADMINS_UP, path: `/api/payment-receipts/${MISSING}`, status: 404 },
  "POST /api/media": { can: EDITORS_UP, body: "x", status: 415 },
  "POST /api/badge-links": { can: EDITORS_UP, body: "{}", status: 400 },
  "POST /api/event-files": { can: EDITORS_UP, body: "x", status: 415 },
  "POST /api/magazine-files": { can: EDITORS_UP, body: "x", status: 415 },
  "GET /api/event-contracts/[contract]": { can: ADMINS_UP, path: `/api/event-contracts/${MISSING}`, status: 404 },
  "GET /diario-de-bordo/[vehicleId]/historico/pdf": {
    can: ACCOUNTS,
    path: `/diario-de-bordo/${MISSING}/historico/pdf`,
    status: 404,
  },
  "GET /diario-de-bordo/[vehicleId]/dossie/pdf": {
    can: ACCOUNTS,
    path: `/diario-de-bordo/${MISSING}/dossie/pdf`,
    status: 404,
  },
  "GET /diario-de-bordo/checklist/[checklistId]/pdf": {
    can: ACCOUNTS,
    path: `/diario-de-bordo/checklist/${MISSING}/pdf`,
    status: 404,
  },
  "GET /eventos/contrato/[token]/pdf": open(404, `/eventos/contrato/${"a".repeat(43)}/pdf`),
  "POST /api/event-contract-signatures": reads(),
  "GET /api/event-art/[event]/[file]": {
    can: EDITORS_UP,
    path: `/api/event-art/${MISSING}/square~pt-BR.png`,
    status: 404,
  },
  "POST /api/event-refunds": { can: EDITORS_UP, body: "x", status: 400 },
  "POST /api/event-stripe-accounts": { can: EDITORS_UP, body: "{}", status: 400 },
  "POST /api/event-stripe-accounts/state": { can: EDITORS_UP, body: "{}", status: 400 },
  "GET /api/event-refunds/[refund]": { can: EDITORS_UP, path: `/api/event-refunds/${MISSING}`, status: 404 },
  "GET /api/event-receipts/[payment]": { can: EDITORS_UP, path: `/api/event-receipts/${MISSING}`, status: 404 },
  "GET /api/event-statements/[event]": { can: EDITORS_UP, path: `/api/event-statements/${MISSING}`, status: 404 },
  "GET /api/event-documents/[document]": { can: EDITORS_UP, path: `/api/event-documents/${MISSING}`, status: 404 },
  // Needs a token of the event in its header, which no account has.
  "GET /api/events/[event]/registrations": { can: NOBODY, path: `/api/events/${MISSING}/registrations`, status: 200 },
  "GET /api/events/[event]/check-ins": { can: NOBODY, path: `/api/events/${MISSING}/check-ins`, status: 200 },
  "GET /api/event-registrations/[event]/[format]": {
    can: EDITORS_UP,
    path: `/api/event-registrations/${MISSING}/csv`,
    status: 404,
  },
  "POST /api/revalidate": { can: EDITORS_UP, body: "{}", status: 400 },

  // The desk of a place, for its people, the team and enrolled devices.
  "GET /api/voucher-desk/list": {
    can: EDITORS_UP,
    path: `/api/voucher-desk/list?place=${MISSING}`,
    status: 404,
  },
  "GET /api/voucher-desk/voucher": {
    can: ACCOUNTS,
    path: `/api/voucher-desk/voucher?download=${MISSING}`,
    status: 200,
  },
  "POST /api/voucher-desk/readings": { can: ACCOUNTS, body: "{}", status: 400 },
  "POST /api/voucher-desk/pin": { can: ACCOUNTS, body: "{}", status: 400 },
  // Only an enrolled device unlocks itself.
  "POST /api/voucher-desk/unlock": { can: ACCOUNTS, body: "{}", status: 400 },
  // The gate of an event.
  "GET /api/gate/list": { can: EDITORS_UP, path: `/api/gate/list?event=${MISSING}`, status: 404 },
  "POST /api/gate/readings": { can: EDITORS_UP, body: "{}", status: 400 },
  "POST /api/gate/undo": { can: EDITORS_UP, body: "{}", status: 400 },
  "POST /api/gate/pix": { can: EDITORS_UP, body: "{}", status: 400 },
  "POST /api/gate/walk-ins": { can: EDITORS_UP, body: "{}", status: 400 },
  // Registrations for events.
  "POST /api/registrations": reads(),
  "POST /api/registrations/drafts": reads(),
  "POST /api/registrations/first": reads(),
  "POST /api/registrations/quote": reads(),
  "POST /api/registrations/status": reads(404),
  "POST /api/registrations/changes": reads(),
  "POST /api/registrations/documents": reads(),
  "POST /api/passport-stamps": { can: ACCOUNTS, body: '{"stamps":[]}', status: 200 },
  "GET /api/driving": { can: ACCOUNTS, status: 200 },
  "GET /api/vehicle-log": { can: ACCOUNTS, status: 200 },
  "GET /api/garage": { can: ACCOUNTS, status: 200 },
  "POST /api/vehicle-entries": { can: ACCOUNTS, body: "{}", status: 400 },
  "POST /api/vehicle-files": { can: ACCOUNTS, body: "x", status: 400 },
  "GET /api/vehicle-files/[fileId]": { can: ACCOUNTS, path: `/api/vehicle-files/${MISSING}`, status: 404 },
  "GET /api/vehicle-csv/[vehicle]/[format]": { can: ACCOUNTS, path: `/api/vehicle-csv/${MISSING}/fuelio`, status: 404 },
  "POST /api/vehicle-checklists": { can: ACCOUNTS, body: "{}", status: 400 },
  "GET /api/vehicle-checklists/[checklistId]": {
    can: ACCOUNTS,
    path: `/api/vehicle-checklists/${MISSING}`,
    status: 404,
  },
  "POST /api/trip-tracks": { can: ACCOUNTS, body: "{}", status: 400 },
  "GET /api/trip-tracks/[trackId]": { can: ACCOUNTS, path: `/api/trip-tracks/${MISSING}`, status: 404 },
  "POST /api/trips/[tripId]": { can: ACCOUNTS, path: `/api/trips/${MISSING}`, body: '{"isDone":true}', status: 404 },
  "GET /planejador-rota/[tripId]/[format]": {
    can: ACCOUNTS,
    path: `/planejador-rota/${MISSING}/gpx`,
    status: 404,
    refusal: 307,
  },
  "POST /api/convoys/[code]": {
    can: ACCOUNTS,
    path: "/api/convoys/ABCDEFGH",
    body: '{"status":null,"place":null,"hide":false}',
    status: 404,
  },
  // Guests of convoys: the token in the header decides, not the account.
  "PUT /api/convoys/[code]/guest": { ...reads(), path: "/api/convoys/ABCDEFGH/guest" },
  "POST /api/convoys/[code]/guest": { ...reads(), path: "/api/convoys/ABCDEFGH/guest" },
  "DELETE /api/convoys/[code]/guest": { can: ACTORS, path: "/api/convoys/ABCDEFGH/guest", status: 404 },
  "POST /api/favourites": { can: ACCOUNTS, body: '{"owner":null,"locale":"pt-BR","changes":[]}', status: 200 },
  "GET /api/registrations/people/[token]/[id]": open(404, `/api/registrations/people/${TOKEN}/${MISSING}`),
  "GET /api/order-receipts/[key]": open(404, `/api/order-receipts/${TOKEN}`),
  "GET /api/registrations/mine/[id]": { can: ACCOUNTS, path: `/api/registrations/mine/${MISSING}`, status: 404 },
  // Follows of events: plain forms, and the signed link of a mail.
  "POST /api/event-follows": reads(303),
  "POST /api/service-messages": reads(303),
  "POST /api/registrations/messages/[token]": {
    can: ACTORS,
    path: `/api/registrations/messages/${TOKEN}`,
    body: "{}",
    status: 400,
  },
  "POST /api/event-follows/[link]": {
    can: ACTORS,
    path: "/api/event-follows/none",
    body: "{}",
    status: 400,
  },
  // Public pages of events.
  "GET /e/[code]": open(404, "/e/abcdefgh"),
  "GET /embed/evento/[slugOrId]": open(200, "/embed/evento/encontro-demonstracao"),
  "GET /embed/eventos/[state]": open(200, "/embed/eventos/sc"),
  "GET /embed/nao-encontrado": open(404),
  "GET /eventos/lacambeche/[stateOrEvent]/ics": open(200, "/eventos/lacambeche/sc/ics"),
  // The book of a rally; the database decides about the event.
  "GET /painel/eventos/[eventId]/rally/livro": {
    can: ACCOUNTS,
    path: `/painel/eventos/${MISSING}/rally/livro`,
    status: 404,
  },
  "GET /api/rally/[event]": { can: ACCOUNTS, path: `/api/rally/${MISSING}`, status: 404 },
  "POST /api/rally/[event]": {
    can: ACCOUNTS,
    path: `/api/rally/${MISSING}`,
    body: `{"stage":"${MISSING}","number":0,"points":[[1800000000000,-27.6,-48.5]]}`,
    status: 404,
  },
  "GET /api/event-places/[eventId]": open(404, "/api/event-places/00000000-0000-4000-8000-0000000000ff"),
  "GET /arquivo-evento/[month]/[name]": open(404, "/arquivo-evento/2026-01/none.webp"),
  "GET /imagem-voucher/[place]/[name]": open(404, "/imagem-voucher/none/none.webp"),
  // Certificates.
  "POST /api/certificate-checks": reads(),
  "GET /api/certificates/[certificate]": { can: ACCOUNTS, path: `/api/certificates/${MISSING}`, status: 404 },
  "GET /api/print-batches/[batch]": { can: EDITORS_UP, path: `/api/print-batches/${MISSING}`, status: 404 },
  "POST /api/event-votes": reads(),
  "GET /eventos/certificado/[code]/pdf": open(404, "/eventos/certificado/AAAAAAAAAA/pdf"),
  // Publishing events.
  "POST /api/event-posters": { can: ACCOUNTS, body: "x", status: 415 },
  "POST /api/voucher-images": { can: ACCOUNTS, body: "x", status: 400 },
  "POST /api/publish-links": reads(),
};

/** Method and route of an entry. */
export const handlerOf = (name: string) => name.split(" ", 2).join(" ");
