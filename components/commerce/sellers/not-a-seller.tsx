import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Button } from "@/components/ui/button";
import { Card } from "@/components/ui/card";
import { localePath } from "@/lib/platform/i18n/routing";
import type { OwnSeller } from "@/lib/commerce/sellers/queries";

/** Message for accounts that may open the portal but are not active sellers. */
export async function NotASeller({ seller }: { seller: OwnSeller | null }) {
  const t = await getTranslations("commerce/sellers.none");
  return (
    <Card className="grid max-w-2xl justify-items-start gap-4">
      <p className="text-lg">{t(seller ? "inactive" : "staff")}</p>
      <Button asChild>
        <Link href={localePath(await getLocale(), "/vendedor/cadastro")}>{t(seller ? "status" : "apply")}</Link>
      </Button>
    </Card>
  );
}
