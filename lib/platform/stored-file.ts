/** Answer with a file that somebody uploaded: pictures are shown, others saved; the headers keep its content from running scripts. */
export const storedFile = (bytes: BodyInit, { type, name }: { type: string; name: string }): Response =>
  new Response(bytes, {
    headers: {
      "content-type": type,
      "content-disposition": `${type.startsWith("image/") ? "inline" : "attachment"}; filename="${name}"`,
      "content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; sandbox",
    },
  });
