import { z } from "zod";
import { certificateFile } from "@/app/[locale]/certificate-file";
import { readPrinted } from "@/lib/events/certificates/queries";
import { currentAccount } from "@/lib/platform/auth/account";
import { accountCaller } from "@/lib/platform/costs";
import { withRefusals } from "@/lib/platform/refusal";
import { createSessionClient } from "@/lib/platform/supabase/session";

const missing = () => new Response(null, { status: 404, headers: { "cache-control": "no-store" } });

/** The PDF of a certificate for its person and for the team: RLS decides who can read it. */
export function GET(request: Request, { params }: { params: Promise<{ certificate: string }> }) {
  return withRefusals("certificates", async () => {
    const account = await currentAccount();
    if (!account) return new Response(null, { status: 401 });
    const id = z.uuid().safeParse((await params).certificate);
    const certificate = id.success ? await readPrinted(await createSessionClient(), { id: id.data }) : null;
    return certificate ? certificateFile(certificate, accountCaller(account, request)) : missing();
  });
}
