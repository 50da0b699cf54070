import type { APIRequestContext, Request } from "@playwright/test";
import { expect, type Page } from "./test";

const SENT = ["next-action", "next-router-state-tree", "content-type", "accept"];
/** Codes of refused access in the answer of an action; guarded pages redirect before the action runs. */
const REFUSAL = /"serverError":"(?:auth|access)\.\w+"/;

async function isRefused(visitor: APIRequestContext, request: Request): Promise<boolean> {
  const given = await request.allHeaders();
  const headers = Object.fromEntries(SENT.flatMap((name) => (given[name] ? [[name, given[name]]] : [])));
  const answer = await visitor.post(request.url(), {
    headers: { ...headers, origin: new URL(request.url()).origin },
    data: request.postDataBuffer() ?? "",
  });
  return [303, 307].includes(answer.status()) || REFUSAL.test(await answer.text());
}

/**
 * Runs a step of a page whose server action is first sent by other visitors, with the same body. All of them must be
 * refused; then the page's own call goes on. `sent`: a text of the body, where the page calls other actions as well.
 */
export async function refusedToOthers(
  page: Page,
  others: readonly APIRequestContext[],
  step: () => Promise<unknown>,
  sent = "",
): Promise<void> {
  const refusals: boolean[] = [];
  const isAction = (request: Request) =>
    request.method() === "POST" && "next-action" in request.headers() && (request.postData() ?? "").includes(sent);
  await page.route("**/*", async (route, request) => {
    if (!isAction(request) || refusals.length > 0) return route.fallback();
    for (const visitor of others) refusals.push(await isRefused(visitor, request));
    return route.fallback();
  });
  await step();
  await expect.poll(() => refusals).toEqual(others.map(() => true));
  await page.unroute("**/*");
}
