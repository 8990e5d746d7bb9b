// Go 1.19 or later. Reads the body from standard input, the rest from the environment.
package main

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"io"
	"math"
	"os"
	"strconv"
	"strings"
	"time"
)

func verify(body []byte, id, timestamp, signatures, secret string) bool {
	seconds, err := strconv.ParseInt(timestamp, 10, 64)
	if err != nil || math.Abs(float64(time.Now().Unix()-seconds)) > 300 {
		return false
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(secret, "whsec_"))
	if err != nil {
		return false
	}
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(id + "." + timestamp + "."))
	mac.Write(body)
	expected := []byte("v1," + base64.StdEncoding.EncodeToString(mac.Sum(nil)))
	for _, given := range strings.Split(signatures, " ") {
		if hmac.Equal([]byte(given), expected) { // compares in constant time
			return true
		}
	}
	return false
}

func main() {
	body, err := io.ReadAll(os.Stdin)
	if err != nil || !verify(body, os.Getenv("WEBHOOK_ID"), os.Getenv("WEBHOOK_TIMESTAMP"),
		os.Getenv("WEBHOOK_SIGNATURE"), os.Getenv("WEBHOOK_SECRET")) {
		os.Exit(1)
	}
}
