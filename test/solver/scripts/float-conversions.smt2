; Conversions of integers of 128 bits to Float128, which has 113: 2^127 + 1 lies between two floats, on either side of zero.
(set-logic ALL)
(define-fun one () (_ BitVec 128) (_ bv1 128))
(define-fun big () (_ BitVec 128) (bvadd (bvshl one (_ bv126 128)) one))
(define-fun low () Float128 ((_ to_fp 15 113) RTZ big))
(define-fun convert ((m RoundingMode) (x (_ BitVec 128))) Float128 ((_ to_fp 15 113) m x))
(push 1) (assert (= (convert RTP (bvneg big)) (fp.neg low))) (check-sat) (pop 1)
;> sat
(push 1) (assert (= (convert RTN (bvneg big)) (fp.neg low))) (check-sat) (pop 1)
;> unsat
(push 1) (assert (fp.lt (convert RTN (bvneg big)) (fp.neg low))) (check-sat) (pop 1)
;> sat
(push 1) (assert (= (convert RTP big) low)) (check-sat) (pop 1)
;> unsat
(push 1) (assert (= (convert RTN big) low)) (check-sat) (pop 1)
;> sat
; Ties away from zero: 2^11 + 1 is half-way between two Float16, 1 + 2^-11 too.
(push 1) (assert (= ((_ to_fp 5 11) RNA (_ bv2049 16)) ((_ to_fp 5 11) RTZ (_ bv2050 16)))) (check-sat) (pop 1)
;> sat
(push 1) (assert (= ((_ to_fp 5 11) RNE (_ bv2049 16)) ((_ to_fp 5 11) RTZ (_ bv2048 16)))) (check-sat) (pop 1)
;> sat
(push 1) (assert (= (fp.add RNA ((_ to_fp 5 11) RNE 2048.0) ((_ to_fp 5 11) RNE 1.0)) ((_ to_fp 5 11) RNE 2050.0))) (check-sat) (pop 1)
;> sat
(push 1) (assert (= (fp.sub RNA ((_ to_fp 5 11) RNE (- 2048.0)) ((_ to_fp 5 11) RNE 1.0)) ((_ to_fp 5 11) RNE (- 2050.0)))) (check-sat) (pop 1)
;> sat
