import { currentAccount } from "@/lib/platform/auth/account";
import { hasPermission } from "@/lib/platform/auth/permissions";
import { readJson } from "@/lib/platform/body";
import { AppError } from "@/lib/platform/error";
import { revalidatePages } from "@/lib/platform/revalidate";
import { requireSameOrigin } from "@/lib/platform/same-origin";
import { MAX_BODY_BYTES, revalidationSchema } from "@/lib/platform/revalidation/schema";

const STATUS = {
  "access.denied": 403,
  "auth.required": 401,
  "access.permission": 403,
  "input.invalid": 400,
  "service.unavailable": 503,
} as const;

async function requireEditor(): Promise<void> {
  const account = await currentAccount();
  if (!account) throw new AppError("auth.required");
  if (!hasPermission(account, "state_content")) throw new AppError("access.permission");
}

/** Revalidates public pages after a write through the REST API; server actions and functions of the database do this themselves. */
export async function POST(request: Request) {
  try {
    requireSameOrigin(request);
    await requireEditor();
    const body = revalidationSchema.safeParse(await readJson(request, MAX_BODY_BYTES));
    if (!body.success) throw new AppError("input.invalid");
    await revalidatePages(body.data.tags);
    return new Response(null, { status: 204 });
  } catch (error) {
    const status = error instanceof AppError ? STATUS[error.code as keyof typeof STATUS] : undefined;
    if (!status) throw error;
    return Response.json({ error: (error as AppError).code }, { status });
  }
}
