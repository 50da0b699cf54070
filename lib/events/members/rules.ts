import type { EVENT_KINDS, EVENT_RIGHTS, EVENT_ROLES } from "../../platform/supabase/database-constants/events";

export type EventRole = (typeof EVENT_ROLES)[number];
export type EventRight = (typeof EVENT_RIGHTS)[number];

export const OWN_EVENTS_PATH = "/painel/eventos";

/** Pages of the console of an event, in the order of its tabs: the last part of the address and the right that opens it. */
export const CONSOLE_PAGES = {
  overview: { part: "", right: null },
  page: { part: "/pagina", right: "page" },
  orders: { part: "/pedidos", right: "page" },
  registrations: { part: "/inscricoes", right: "registrations" },
  gate: { part: "/portaria", right: "gate" },
  rally: { part: "/rally", right: "gate" },
  messages: { part: "/mensagens", right: "messages" },
  share: { part: "/divulgacao", right: "page" },
  gallery: { part: "/galeria", right: "page" },
  payments: { part: "/pagamentos", right: "payments" },
  money: { part: "/recebimento", right: "payments" },
  team: { part: "/equipe", right: "team" },
  integrations: { part: "/integracoes", right: "api" },
} as const satisfies Record<string, { part: string; right: EventRight | null }>;
export type ConsolePage = keyof typeof CONSOLE_PAGES;

export const consolePath = (event: string, page: ConsolePage = "overview"): string =>
  `${OWN_EVENTS_PATH}/${event}${CONSOLE_PAGES[page].part}`;

/** The screen that reads badges with the camera; the service worker keeps it for the gate without a network. */
export const ownGatePath = (event: string): string => `${consolePath(event, "gate")}/ler`;

export const eventInvitationPath = (token: string): string => `${OWN_EVENTS_PATH}/convite/${token}`;

type Opened = { rights: readonly EventRight[]; kind: (typeof EVENT_KINDS)[number] };

/** Whether the rights of an account in an event open a page of its console; only rallies have the page of the rally. */
export const opensPage = ({ rights, kind }: Opened, page: ConsolePage): boolean => {
  const { right } = CONSOLE_PAGES[page];
  return (page !== "rally" || kind === "rally") && (right === null || rights.includes(right));
};

/** Most payments of one page. */
export const PAYMENTS_PAGE = 200;
