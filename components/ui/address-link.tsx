/** A complete address as the text of a link to it. */
export function AddressLink({ url }: { url: string }) {
  return (
    <p className="text-sm wrap-anywhere">
      <a href={url} className="text-link underline underline-offset-4">
        {url}
      </a>
    </p>
  );
}
