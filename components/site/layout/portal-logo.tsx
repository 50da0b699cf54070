import { Logo } from "../../ui/logo";

/** The logo of the settings, or the built-in one. */
export function PortalLogo({ url, className, isLazy }: { url: string; className: string; isLazy?: boolean }) {
  if (!url) return <Logo className={className} />;
  return (
    <img src={url} alt="" className={`${className} shrink-0 object-contain`} loading={isLazy ? "lazy" : undefined} />
  );
}
