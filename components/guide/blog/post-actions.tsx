import { QrCode } from "lucide";
import { Link } from "@/components/ui/link";
import { getLocale, getTranslations } from "next-intl/server";
import { Icon } from "@/components/ui/icon";
import { localePath } from "@/lib/platform/i18n/routing";
import { siteUrl } from "@/lib/platform/site-url";
import { ShareBar } from "../regions/share-bar";
import { buttonClass } from "@/components/ui/button-class";

/** Share by WhatsApp, copy the link, print and QR code; `path` is the post's own address without locale. */
export async function PostActions({ path, title }: { path: string; title: string }) {
  const t = await getTranslations("guide/blog.article");
  const locale = await getLocale();
  const own = localePath(locale, path);
  const code = new URLSearchParams({ pagina: own, legenda: title.slice(0, 80) });
  return (
    <div className="mt-5 grid grid-cols-2 gap-2 sm:flex sm:flex-wrap" data-print="hide">
      <ShareBar labels={{ share: t("share"), copy: t("copy"), print: t("print") }} url={siteUrl(own)} text={title} />
      <Link href={`${localePath(locale, "/gerar-qrcode")}#${code}`} className={buttonClass({ size: "wrap" })}>
        <Icon of={QrCode} className="size-5 shrink-0" />
        {t("qr")}
      </Link>
    </div>
  );
}
