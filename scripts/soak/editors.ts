import { actionIds } from "../../tests/e2e/support/action-ids";
import { addressOf, type Call, type Judged, type Work } from "./call";
import type { Editor, Plan } from "./plan";
import type { Answer } from "./send";

const ROUTES_PAGE = "/admin/conteudo-estados/rotas";

type Desk = Editor & { version: string | null; isBusy: boolean; address: Record<string, string> };

/** Adds the cookies that an answer sets, so that a session lasts longer than its first access token. */
function takeCookies(desk: Desk, { headers }: Answer): void {
  const set = (headers["set-cookie"] ?? []).map((cookie) => cookie.split(";", 1)[0] ?? "");
  if (set.length === 0) return;
  const nameOf = (cookie: string) => cookie.split("=", 1)[0] ?? "";
  desk.cookie = [
    ...new Map([...desk.cookie.split("; "), ...set].map((cookie) => [nameOf(cookie), cookie])).values(),
  ].join("; ");
}

/** Keeps the version of the record for the next save, which is refused as a conflict with an older one. */
function judgeSave(desk: Desk, answer: Answer): Judged {
  desk.isBusy = false;
  takeCookies(desk, answer);
  desk.version = /"(?:updatedAt|version)":"([^"]+)"/.exec(answer.text)?.[1] ?? desk.version;
  const outcome = /"outcome":"(\w+)"/.exec(answer.text)?.[1] ?? (answer.status === 200 ? "no outcome" : undefined);
  return { note: outcome === "saved" ? undefined : outcome };
}

/** Sends the form of a record as the panel does. */
function saveCall(desk: Desk, action: string, summary: string): Call {
  desk.isBusy = true;
  const input = { resource: "regions", id: desk.region, expected_version: desk.version, values: { summary } };
  return {
    path: `${ROUTES_PAGE}/${desk.region}`,
    method: "POST",
    headers: {
      ...desk.address,
      cookie: desk.cookie,
      "next-action": action,
      accept: "text/x-component",
      "content-type": "text/plain;charset=UTF-8",
    },
    body: JSON.stringify([input]),
    keepsText: true,
    judge: (answer) => judgeSave(desk, answer),
  };
}

function listCall(desk: Desk): Call {
  const judge = (answer: Answer): Judged => {
    takeCookies(desk, answer);
    return {};
  };
  return { path: ROUTES_PAGE, headers: { ...desk.address, cookie: desk.cookie }, judge };
}

/** Editors who each save a route of their own in the panel, and open the list of routes. */
export function editors(plan: Plan): Work[] {
  const action = actionIds().get("panel/admin/saveRowAction");
  if (!action) throw new Error("the build has no saveRowAction");
  const desks = plan.editors.map((editor, index): Desk => ({
    ...editor,
    version: null,
    isBusy: false,
    address: addressOf(100, index),
  }));
  let turn = 0;
  const nextDesk = () => {
    turn++;
    const inTurn = desks.map((_, index) => desks[(index + turn) % desks.length]!);
    return inTurn.find(({ isBusy }) => !isBusy) ?? inTurn[0]!;
  };
  return [
    { name: "panel: save", weight: 6, next: () => saveCall(nextDesk(), action, `Resumo da medição ${turn}`) },
    { name: "panel: list", weight: 6, next: () => listCall(nextDesk()) },
  ];
}
