// Java 17 or later. Reads the body from standard input, the rest from the environment.
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Base64;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

public class VerifyWebhook {
  static boolean verify(byte[] body, String id, String timestamp, String signatures, String secret)
      throws Exception {
    long age = System.currentTimeMillis() / 1000 - Long.parseLong(timestamp);
    if (Math.abs(age) > 300) return false;
    byte[] key = Base64.getDecoder().decode(secret.replaceFirst("^whsec_", ""));
    Mac hmac = Mac.getInstance("HmacSHA256");
    hmac.init(new SecretKeySpec(key, "HmacSHA256"));
    hmac.update((id + "." + timestamp + ".").getBytes(StandardCharsets.UTF_8));
    String expected = "v1," + Base64.getEncoder().encodeToString(hmac.doFinal(body));
    for (String given : signatures.split(" ")) {
      // Compares in constant time.
      if (MessageDigest.isEqual(given.getBytes(), expected.getBytes())) return true;
    }
    return false;
  }

  public static void main(String[] args) throws Exception {
    var env = System.getenv();
    boolean valid =
        verify(
            System.in.readAllBytes(),
            env.get("WEBHOOK_ID"),
            env.get("WEBHOOK_TIMESTAMP"),
            env.get("WEBHOOK_SIGNATURE"),
            env.get("WEBHOOK_SECRET"));
    System.exit(valid ? 0 : 1);
  }
}
