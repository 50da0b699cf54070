import { redirect } from "next/navigation";
import { getLocale } from "next-intl/server";
import { requireAccount } from "@/lib/platform/auth/guard";
import { localePath } from "@/lib/platform/i18n/routing";

export const dynamic = "force-dynamic";

export default async function SellerIndexPage() {
  await requireAccount("/vendedor");
  redirect(localePath(await getLocale(), "/vendedor/dashboard"));
}
