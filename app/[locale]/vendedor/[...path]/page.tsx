import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

/** Every other address of the seller area leads to the dashboard. */
export default async function OtherSellerPage({ params }: { params: Promise<{ path: string[] }> }) {
  await requireAccount(`/vendedor/${(await params).path.join("/")}`);
  redirect(localePath(await getLocale(), "/vendedor/dashboard"));
}
