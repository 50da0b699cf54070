import { AD_SIZE } from "@/lib/commerce/ads/rules";

type AdPreviewProps = { title: string; desktop: string; mobile: string; alt: string; link: string | null };

/** The two images of a banner side by side as readers see them, with their target address. */
export function AdPreview({ title, desktop, mobile, alt, link }: AdPreviewProps) {
  return (
    <figure className="grid gap-2">
      <figcaption className="font-display text-2xl">{title}</figcaption>
      <div className="grid items-start gap-3 sm:grid-cols-[2fr_1fr]">
        <img src={desktop} alt={alt} {...AD_SIZE.desktop} className="h-auto w-full rounded-xl border border-line" />
        <img
          src={mobile}
          alt=""
          {...AD_SIZE.mobile}
          className="h-auto w-full rounded-xl border border-line max-sm:w-1/2"
        />
      </div>
      {link && (
        <a
          href={link}
          target="_blank"
          rel="noopener noreferrer"
          className="w-fit text-link underline underline-offset-4 wrap-anywhere"
        >
          {link}
        </a>
      )}
    </figure>
  );
}
