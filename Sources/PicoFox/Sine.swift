// The sine of a tone, without a C library: this target is pure Swift.

/// Sine waves.
enum Sine {
    /// The sine of an angle, by its Taylor series after folding it to a quarter wave.
    ///
    /// - Parameter turns: The angle in full turns, 0.25 being a right angle.
    /// - Returns: −1 … 1, right to about 1e-12.
    static func ofTurns(_ turns: Double) -> Double {
        var folded = turns - turns.rounded()
        if folded > 0.25 { folded = 0.5 - folded }
        if folded < -0.25 { folded = -0.5 - folded }
        let x = folded * 2 * Double.pi
        var term = x
        var sum = x
        for step in 1...9 {
            term *= -x * x / Double((2 * step) * (2 * step + 1))
            sum += term
        }
        return sum
    }
}
