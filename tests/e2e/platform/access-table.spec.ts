import { actionOf, ACTIONS, type ActionLine } from "../../support/access/actions";
import { FACTORS, isAllowed, isTested, type Line } from "../../support/access/expected";
import { handlerOf, HANDLERS, type HandlerLine } from "../../support/access/handlers";
import { hasLocale } from "../../support/access/subjects";
import { actionIds } from "../support/action-ids";
import { openCallers, type Caller, type Callers } from "../support/access-actors";
import { openBareNext, type BareNext } from "../support/bare-next";
import { expect, test } from "../support/test";

/** The result of a request: "allowed", "refused", or a description of an unexpected result, which matches no entry. */
type Verdict = string;

type Ask = (line: Line, caller: Caller, origin: string, isSite: boolean) => Promise<Verdict>;

const REFUSALS = ["auth.required", "access.permission", "access.denied"];

/** The argument of an action in React's format: JSON, or a form with one part that refers to the others. */
function bodyOf({ input = null, form }: ActionLine): string | FormData {
  if (!form) return JSON.stringify([input]);
  const body = new FormData();
  for (const [name, value] of Object.entries(form)) body.set(`_1_${name}`, value);
  body.set("0", '["$K1"]');
  return body;
}

/** The result of an action is the row with number 1; a text row before it has no line break at its end. */
function judgeAction(status: number, location: string | null, text: string): Verdict {
  if (status === 303) return "allowed";
  if (status === 307) return `sent to ${location}`;
  const result = /(?:^|\D)1:(.*)$/m.exec(text)?.[1];
  if (status !== 200 || result === undefined) return `status ${status}`;
  const failure = /^\{"serverError":"([\w.]+)"/.exec(result)?.[1] ?? "";
  if (failure === "unexpected") return "failed";
  return REFUSALS.includes(failure) ? "refused" : "allowed";
}

function askAction(id: string): Ask {
  return async (line, { headers }, origin, isSite) => {
    const action = line as ActionLine;
    const body = bodyOf(action);
    const answer = await fetch(origin + (isSite ? "" : "/pt-BR") + action.page, {
      method: "POST",
      redirect: "manual",
      headers: { ...headers, "next-action": id, accept: "text/x-component", origin },
      body,
    });
    return judgeAction(answer.status, answer.headers.get("location"), await answer.text());
  };
}

function askHandler(name: string, ids: Callers["ids"]): Ask {
  const [method, route = ""] = handlerOf(name).split(" ");
  return async (line, { headers }, origin, isSite) => {
    const { path: address = route, body, status, refusal } = line as HandlerLine;
    const target = typeof address === "function" ? address(ids) : address;
    const prefix = !isSite && hasLocale(handlerOf(name)) ? "/pt-BR" : "";
    const answer = await fetch(origin + prefix + target, {
      method,
      redirect: "manual",
      headers,
      ...(body && { body }),
    });
    // A backup is long, so the body is not read.
    await answer.body?.cancel();
    if (answer.status === status) return "allowed";
    return [401, 403, refusal].includes(answer.status) ? "refused" : `status ${answer.status}`;
  };
}

type Judge = (line: Line, caller: Caller, ask: Ask) => Promise<string | null>;

/** Each caller requests its entries in order, so that the action that ends the session comes last. */
async function askAll(
  caller: Caller,
  lines: Record<string, Line>,
  asks: (name: string) => Ask,
  judge: Judge,
): Promise<string[]> {
  const wrong: string[] = [];
  for (const [name, line] of Object.entries(lines)) {
    const found = await judge(line, caller, asks(name));
    if (found) wrong.push(`${name} as ${caller.actor}: ${found}`);
  }
  return wrong;
}

// One worker, because the tests share the accounts and the server without guards.
test.describe.configure({ mode: "default" });

test.describe("access table", () => {
  let bare: BareNext;
  test.beforeAll(async ({ baseURL }) => {
    bare = await openBareNext(baseURL!);
  });
  test.afterAll(() => bare.close());

  test("has an entry for every action of the build", () => {
    const lines = new Set(Object.keys(ACTIONS).map(actionOf));
    const ids = actionIds();
    expect([...ids.keys()].filter((name) => !lines.has(name))).toEqual([]);
    expect([...lines].filter((name) => !ids.has(name))).toEqual([]);
  });

  for (const factor of FACTORS) {
    test.describe(`with the second factor ${factor}`, () => {
      let callers: Callers;
      test.beforeAll(async ({ sql }) => {
        callers = await openCallers(sql, factor);
      });
      test.afterAll(() => callers.close());

      /** An allowed action or handler must work through the site; a refused one must refuse the call itself, without the page guards in front of it. */
      const judgeAt =
        (siteUrl: string): Judge =>
        async (line, caller, ask) => {
          if (!isTested(line, caller.actor, factor)) return null;
          const expected = isAllowed(line, caller.actor, factor) ? "allowed" : "refused";
          const isSite = expected === "allowed" && !("unguarded" in line);
          const found = await ask(line, caller, isSite ? siteUrl : bare.url, isSite);
          return found === expected ? null : `${found} instead of ${expected}`;
        };

      test("every handler follows its entry for each actor @stress", async ({ baseURL }) => {
        const wrong = await Promise.all(
          callers.callers.map((caller) =>
            askAll(caller, HANDLERS, (name) => askHandler(name, callers.ids), judgeAt(baseURL!)),
          ),
        );
        expect(wrong.flat()).toEqual([]);
      });

      test("every action follows its entry for each actor @stress", async ({ baseURL }) => {
        const ids = actionIds();
        const wrong = await Promise.all(
          callers.callers.map((caller) =>
            askAll(caller, ACTIONS, (name) => askAction(ids.get(actionOf(name))!), judgeAt(baseURL!)),
          ),
        );
        expect(wrong.flat()).toEqual([]);
      });
    });
  }
});
